import { create } from 'qrcode';

/** Empty modules around the code that readers need to find it (ISO/IEC 18004). */
const quietZone = 4;

/** A QR code; large where it says much. Always dark on white: many readers can't see one that is light on dark. */
export function QrCode({ text, name, isLarge }: { text: string; name: string; isLarge?: boolean }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * quietZone;
  const dark = Array.from(modules.data, (isDark, at) =>
    isDark ? `M${quietZone + (at % modules.size)} ${quietZone + Math.floor(at / modules.size)}h1v1h-1z` : '',
  ).join('');
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
