import { create } from 'qrcode';

/** Empty modules around the code that readers need to find it (ISO/IEC 18004). */
const quietZone = 4;

/** A QR code; large where it says much. Always dark on white: many readers can't see one that is light on dark. */
export function QrCode({ text, name, isLarge }: { text: string; name: string; isLarge?: boolean }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * quietZone;
  // Rows of dark modules in one go: half as long as one by one.
  const rows = Array.from({ length: modules.size }, (_, row) =>
    Array.from(modules.data.subarray(row * modules.size, (row + 1) * modules.size), Number).join(''),
  );
  const dark = rows
    .flatMap((row, at) =>
      Array.from(
        row.matchAll(/1+/g),
        ({ index, 0: { length } }) => `M${quietZone + index} ${quietZone + at}h${length}v1h-${length}z`,
      ),
    )
    .join('');
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`${isLarge ? 'size-64' : 'size-44'} rounded-control border border-hairline`}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dark} />
    </svg>
  );
}
