import { inflateSync } from 'node:zlib';

/** Pixels of a side. Twice what a row shows, so that it is sharp on a phone. */
const iconSide = 64;

/** Drawings take 1 to 8 kB. With more a proof would not fit into a request (32 kB). */
export const largestIconInBytes = 12 * 1024;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The chunks that draw the picture. Everything else is dropped: text, times, profiles. */
const drawing = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** Limits of a picture: its size, and the sides it may have in pixels. */
type PngRules = { largestInBytes: number; isFitting: (width: number, height: number) => boolean };

/** An icon as it may be kept and shown: 64 × 64 pixels. Null for anything else. */
export function cleanIcon(png: Uint8Array): Uint8Array | null {
  return cleanPng(png, {
    largestInBytes: largestIconInBytes,
    isFitting: (width, height) => width === iconSide && height === iconSide,
  });
}

/**
 * A PNG with only the parts that draw it. Null for anything else, for one that is too large or of other sides, and for one
 * that goes on after its end or holds more pixels than its sides have, which a reader would unpack for nothing.
 */
export function cleanPng(png: Uint8Array, { largestInBytes, isFitting }: PngRules): Uint8Array | null {
  if (png.length > largestInBytes || signature.some((byte, place) => png[place] !== byte)) return null;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const kept = [png.subarray(0, signature.length)];
  const packed: Uint8Array[] = [];
  const names: string[] = [];
  let place = signature.length;
  // A part: its length, its name, its content, and a checksum of 4 bytes each.
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
  // The very first part, so that the sides below are the ones that a browser reads.
  const begins = String.fromCharCode(...png.subarray(12, 16)) === 'IHDR' && view.getUint32(8) === 13;
  const isHeaded = begins && names.lastIndexOf('IHDR') === 0;
  if (!isWhole || !isHeaded) return null;
  if (!isFitting(view.getUint32(16), view.getUint32(20))) return null;
  return holdsItsPixels(Buffer.concat(packed), countPixelBytes(view)) ? Buffer.concat(kept) : null;
}

/** Unpacks no more than the picture needs, and takes nothing less or besides. */
function holdsItsPixels(packed: Uint8Array, bytes: number): boolean {
  if (bytes === 0) return false;
  try {
    const { buffer, engine } = inflateSync(packed, {
      maxOutputLength: bytes,
      info: true,
    }) as unknown as Unpacked;
    return buffer.length === bytes && engine.bytesWritten === packed.length;
  } catch (error) {
    // Invalid for zlib, or larger than allowed.
    if (typeof error === 'object' && error !== null && 'code' in error) return false;
    throw error;
  }
}

/** The result with `info`, which Node's types lack. */
type Unpacked = { buffer: Buffer; engine: { bytesWritten: number } };

/** Numbers of a pixel, by the kind of colours. */
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The seven passes of an interlaced picture: left, top, and the distance of pixels across and down. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The unpacked length of the announced pixels, with a filter byte before each row. 0 for an unknown kind. */
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
