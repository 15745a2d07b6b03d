import { create } from 'qrcode';

/** A QR code, always dark on white: many readers can't read inverted codes. */
export function QrCode({ text, name, className = 'size-44' }: QrCodeProps) {
  const { size, path } = drawQrCode(text);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by its label, or hidden.
    <svg
      {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`rounded-control border border-hairline ${className}`}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

type QrCodeProps = {
  text: string;
  /** Empty if decorative. */
  name: string;
  className?: string;
};

/** Empty modules that readers need around the code (ISO/IEC 18004). */
const quietZone = 4;

/** Returns a QR code as the SVG path of its dark modules, in a square of `size` modules including the quiet zone. */
export function drawQrCode(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  // Draws adjacent dark modules in a row as one shape, which halves the path.
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
