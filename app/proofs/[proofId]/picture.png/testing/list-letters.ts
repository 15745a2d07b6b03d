import { inflateSync } from 'node:zlib';

/** The code points in a WOFF font's `cmap` table, in the format of all fonts here. */
export function listLetters(font: Buffer): number[] {
  const tables = Array.from({ length: font.readUInt16BE(12) }, (_, at) => 44 + at * 20);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0;
  const [start, packed, length] = [4, 8, 12].map((at) => font.readUInt32BE(entry + at)) as [
    number,
    number,
    number,
  ];
  const stored = font.subarray(start, start + packed);
  const table = packed < length ? inflateSync(stored) : stored;
  return Array.from({ length: table.readUInt16BE(2) }, (_, at) => table.readUInt32BE(8 + at * 8)).flatMap(
    (at) => (table.readUInt16BE(at) === 4 ? listSegments(table.subarray(at)) : []),
  );
}

function listSegments(table: Buffer): number[] {
  const count = table.readUInt16BE(6) / 2;
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const end = table.readUInt16BE(14 + at * 2);
    const start = table.readUInt16BE(16 + (count + at) * 2);
    const place = 16 + (3 * count + at) * 2;
    const [delta, offset] = [table.readUInt16BE(16 + (2 * count + at) * 2), table.readUInt16BE(place)];
    return Array.from({ length: end - start + 1 }, (_, letter) => start + letter).filter((letter) =>
      offset === 0
        ? (letter + delta) & 0xffff
        : letter < 0xffff && table.readUInt16BE(place + offset + (letter - start) * 2),
    );
  });
}
