import { create } from 'qrcode';

/** Empty modules around the code that readers need to find it (ISO/IEC 18004). */
const quietZone = 4;

/** A QR code as the path of its dark modules, in a square of `size` with its quiet zone. */
export function drawQrCode(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  // Rows of dark modules in one go: half as long as one by one.
  const rows = Array.from({ length: modules.size }, (_, row) =>
    Array.from(modules.data.subarray(row * modules.size, (row + 1) * modules.size), Number).join(''),
  );
  const path = rows
    .flatMap((row, at) =>
      Array.from(
        row.matchAll(/1+/g),
        ({ index, 0: { length } }) => `M${quietZone + index} ${quietZone + at}h${length}v1h-${length}z`,
      ),
    )
    .join('');
  return { size: modules.size + 2 * quietZone, path };
}
