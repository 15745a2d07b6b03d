import { inflateSync } from 'node:zlib';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The chunks that draw the picture. Others are dropped: text, times, profiles. */
const drawing = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

type PngRules = { largestInBytes: number; isFitting: (width: number, height: number) => boolean };

/** Keeps only the chunks that draw. Null if it isn't a PNG, is too large, of other dimensions, or has trailing or surplus data. */
export function cleanPng(png: Uint8Array, { largestInBytes, isFitting }: PngRules): Uint8Array | null {
  if (png.length > largestInBytes || signature.some((byte, place) => png[place] !== byte)) return null;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const kept = [png.subarray(0, signature.length)];
  const packed: Uint8Array[] = [];
  const names: string[] = [];
  let place = signature.length;
  // A chunk: its length, name, content and checksum. Each but the content has 4 bytes.
  while (place + 12 <= png.length) {
    const end = place + 12 + view.getUint32(place);
    if (end > png.length) return null;
    const name = String.fromCharCode(...png.subarray(place + 4, place + 8));
    if (drawing.includes(name)) {
      kept.push(png.subarray(place, end));
      names.push(name);
      if (name === 'IDAT') packed.push(png.subarray(place + 8, end - 4));
    }
    place = end;
    if (name === 'IEND') break;
  }
  const isWhole = place === png.length && names.at(-1) === 'IEND' && names.includes('IDAT');
  // Must be the first chunk, so that browsers read the same dimensions.
  const begins = String.fromCharCode(...png.subarray(12, 16)) === 'IHDR' && view.getUint32(8) === 13;
  const isHeaded = begins && names.lastIndexOf('IHDR') === 0;
  if (!isWhole || !isHeaded) return null;
  if (!isFitting(view.getUint32(16), view.getUint32(20))) return null;
  return hasExactPixels(Buffer.concat(packed), countPixelBytes(view)) ? Buffer.concat(kept) : null;
}

/** Whether the data unpacks to exactly this many bytes. Unpacks no more than that. */
function hasExactPixels(packed: Uint8Array, bytes: number): boolean {
  if (bytes === 0) return false;
  try {
    const { buffer, engine } = inflateSync(packed, {
      maxOutputLength: bytes,
      info: true,
    }) as unknown as Unpacked;
    return buffer.length === bytes && engine.bytesWritten === packed.length;
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error) return false;
    throw error;
  }
}

/** What zlib returns with `info: true`, which Node's types lack. */
type Unpacked = { buffer: Buffer; engine: { bytesWritten: number } };

/** Values for each pixel, by color type. */
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The seven passes of an interlaced PNG: left, top, and the distance between pixels across and down. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The unpacked size of the declared pixels, with a filter byte for each row. 0 for an unknown color type. */
function countPixelBytes(view: DataView): number {
  const [width, height, depth, colours, interlaced] = [
    view.getUint32(16),
    view.getUint32(20),
    view.getUint8(24),
    view.getUint8(25),
    view.getUint8(28),
  ];
  const bits = depth * (channels[colours] ?? 0);
  const shown = interlaced ? passes : ([[0, 0, 1, 1]] as const);
  return shown.reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across);
    const rows = Math.ceil((height - top) / down);
    return columns > 0 && rows > 0 && bits > 0 ? sum + rows * (1 + Math.ceil((columns * bits) / 8)) : sum;
  }, 0);
}
