type Frame = { webp: Buffer; milliseconds: number };

/** Joins still WebP pictures of one size into a repeating animation, in the container of RFC 9649. */
export function animateWebp(frames: Frame[], { width, height }: { width: number; height: number }): Buffer {
  const size = Buffer.concat([uint24(width - 1), uint24(height - 1)]);
  const animated = Buffer.from([0b10, 0, 0, 0]);
  // No background, repeated forever.
  const settings = Buffer.alloc(6);
  const atOrigin = Buffer.alloc(6);
  const replacing = Buffer.from([0b10]);
  return chunk(
    'RIFF',
    Buffer.from('WEBP'),
    chunk('VP8X', animated, size),
    chunk('ANIM', settings),
    ...frames.map(({ webp, milliseconds }) =>
      chunk('ANMF', atOrigin, size, uint24(milliseconds), replacing, findBitstream(webp)),
    ),
  );
}

/** The chunk with the picture, without metadata. */
function findBitstream(webp: Buffer): Buffer {
  for (let start = 12; start < webp.length; ) {
    const end = start + 8 + webp.readUInt32LE(start + 4);
    const padded = end + (end % 2);
    if (/^VP8[ L]$/.test(webp.toString('latin1', start, start + 4))) return webp.subarray(start, padded);
    start = padded;
  }
  throw new Error('No picture in this WebP file.');
}

function chunk(name: string, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
