import { crc32, deflateSync } from 'node:zlib';

export function pngPart(name: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8);
  return pngPart('IHDR', head);
}

/** A valid PNG of one color, with extra chunks before the image data. */
export function makePng({ width = 64, height = 64, more = [] as Uint8Array[] } = {}): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 4), 0x55);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 4)] = 0;
  return Buffer.concat([
    pngSignature,
    pngHead(width, height),
    ...more,
    pngPart('IDAT', deflateSync(rows)),
    pngPart('IEND'),
  ]);
}
