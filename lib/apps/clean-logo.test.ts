import { makePng, pngPart } from '../testing/make-png';
import { cleanLogo } from './clean-logo';

test.each([64, 128, 256])('a square of %i pixels is taken, with only what draws it', (side) => {
  const plain = makePng({ width: side, height: side });
  const talking = makePng({ width: side, height: side, more: [pngPart('tEXt', Buffer.from('Comment\0hi'))] });
  expect(cleanLogo(talking)).toEqual(cleanLogo(plain));
  expect(cleanLogo(plain)).not.toBeNull();
});

test.each([
  ['of a side of 63 pixels', makePng({ width: 63, height: 63 })],
  ['of a side of 257 pixels', makePng({ width: 257, height: 257 })],
  ['that is no square', makePng({ width: 128, height: 64 })],
  ['above 16 kB', makePng({ more: [pngPart('IDAT', Buffer.alloc(17 * 1024))] })],
  ['that goes on after its end', Buffer.concat([makePng(), Buffer.from('<script>')])],
  ['that is an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['that is a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['of nothing', Buffer.alloc(0)],
])('a picture %s is refused', (_, picture) => {
  expect(cleanLogo(picture)).toBeNull();
});
