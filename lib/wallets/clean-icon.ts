import { cleanPng } from '../clean-png.ts';

/** Pixels of each side: twice the displayed size, for sharp screens. */
const iconSide = 64;

/** Icons take 1 to 8 kB. With larger ones a proof would exceed the request limit (32 kB). */
export const largestIconInBytes = 12 * 1024;

/** Cleans an icon of 64 × 64 pixels. Null for anything else. */
export function cleanIcon(png: Uint8Array): Uint8Array | null {
  return cleanPng(png, {
    largestInBytes: largestIconInBytes,
    isFitting: (width, height) => width === iconSide && height === iconSide,
  });
}
