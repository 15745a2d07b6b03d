import { drawQrCode } from './draw-qr-code';

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
