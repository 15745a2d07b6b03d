import { makePng, pngHead, pngPart, pngSignature } from '../testing/make-png';
import { cleanIcon, largestIconInBytes } from './clean-icon';

const whole = makePng();

it('keeps a picture of 64 × 64 as it is', () => expect(cleanIcon(whole)).toEqual(whole));

it('drops chunks that don’t draw', () => {
  const chatty = makePng({
    more: [
      pngPart('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
      pngPart('eXIf', Buffer.from('where it was taken')),
      pngPart('iCCP', Buffer.alloc(40)),
    ],
  });
  expect(cleanIcon(chatty)).toEqual(whole);
});

const changed = (change: (png: Buffer) => void) => {
  const png = Buffer.from(whole);
  change(png);
  return png;
};
it.each<[string, Uint8Array]>([
  ['nothing', Buffer.alloc(0)],
  ['a drawing that can hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a GIF', Buffer.from('GIF89a')],
  ['a page behind a PNG’s first bytes', Buffer.concat([pngSignature, Buffer.from('<html><script>')])],
  ['a picture of 65 × 64', makePng({ width: 65 })],
  ['a picture of 64 × 4096', Buffer.concat([pngSignature, pngHead(64, 4096), whole.subarray(33)])],
  ['one with trailing data', Buffer.concat([whole, Buffer.from('<script>')])],
  ['a truncated one', whole.subarray(0, -5)],
  ['one without an end', whole.subarray(0, -12)],
  ['one without a picture', Buffer.concat([pngSignature, pngHead(64, 64), pngPart('IEND')])],
  ['one with two heads', makePng({ more: [pngHead(64, 64)] })],
  [
    'one whose first chunk is not the header',
    Buffer.concat([pngSignature, pngPart('IDAT'), whole.subarray(8)]),
  ],
  [
    'a huge one behind a part of the right measures',
    Buffer.concat([
      pngSignature,
      pngPart('tEXt', Buffer.concat([pngHead(64, 64).subarray(8, 16), Buffer.alloc(5)])),
      pngHead(30_000, 30_000),
      whole.subarray(33),
    ]),
  ],
  ['a part that claims to be longer than the file', changed((png) => png.writeUInt32BE(0xffffffff, 33))],
  ['one of more than 12 kB', makePng({ more: [pngPart('tEXt', Buffer.alloc(largestIconInBytes))] })],
])('refuses %s', (_, png) => expect(cleanIcon(png)).toBeNull());
