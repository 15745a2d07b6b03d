import { deflateSync } from 'node:zlib';
import { makePng, pngHead, pngPart, pngSignature } from '../testing/make-png';
import { cleanLogo } from './clean-logo';

test.each([64, 128, 256])('keeps a square of %i pixels, with only the chunks that draw it', (side) => {
  const plain = makePng({ width: side, height: side });
  const talking = makePng({ width: side, height: side, more: [pngPart('tEXt', Buffer.from('Comment\0hi'))] });
  expect(cleanLogo(talking)).toEqual(cleanLogo(plain));
  expect(cleanLogo(plain)).not.toBeNull();
});

/** A picture of 64 × 64 pixels with this compressed data. */
const holding = (...packed: Uint8Array[]) =>
  Buffer.concat([
    pngSignature,
    pngHead(64, 64),
    ...packed.map((one) => pngPart('IDAT', one)),
    pngPart('IEND'),
  ]);
const pixels = 64 * (1 + 64 * 4);

test('accepts pixels in several chunks', () => {
  const packed = deflateSync(Buffer.alloc(pixels));
  expect(cleanLogo(holding(packed.subarray(0, 10), packed.subarray(10)))).not.toBeNull();
});

test.each([
  ['black and white', 1, 0, 0, 576],
  ['of 16 colors', 4, 3, 0, 2112],
  ['of 16 bits a color', 16, 2, 0, 24_640],
  ['interlaced', 8, 6, 1, 16_504],
])('a picture (%s) must have its exact number of bytes', (_, depth, colours, interlaced, bytes) => {
  const head = Buffer.from(pngHead(64, 64));
  head.set([depth, colours, 0, 0, interlaced], 16);
  const png = (length: number) =>
    Buffer.concat([pngSignature, head, pngPart('IDAT', deflateSync(Buffer.alloc(length))), pngPart('IEND')]);
  expect(cleanLogo(png(bytes))).not.toBeNull();
  expect(cleanLogo(png(bytes + 1))).toBeNull();
});

test.each([
  ['12 MB of hidden data', deflateSync(Buffer.alloc(12 * 1024 * 1024))],
  ['one row more than it has', deflateSync(Buffer.alloc(pixels + 1 + 64 * 4))],
  ['a pixel less', deflateSync(Buffer.alloc(pixels - 4))],
  [
    'something behind its pixels',
    Buffer.concat([deflateSync(Buffer.alloc(pixels)), Buffer.from('<script>')]),
  ],
  ['what is no zlib', Buffer.from('x')],
])('refuses a picture with %s', (_, packed) => {
  expect(cleanLogo(holding(packed))).toBeNull();
});

test.each([
  ['of a side of 63 pixels', makePng({ width: 63, height: 63 })],
  ['of a side of 257 pixels', makePng({ width: 257, height: 257 })],
  ['that is no square', makePng({ width: 128, height: 64 })],
  ['above 16 kB', makePng({ more: [pngPart('IDAT', Buffer.alloc(17 * 1024))] })],
  ['with trailing data', Buffer.concat([makePng(), Buffer.from('<script>')])],
  ['that is an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['that is a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['of nothing', Buffer.alloc(0)],
])('refuses a picture %s', (_, picture) => {
  expect(cleanLogo(picture)).toBeNull();
});
