import { cleanPng } from '../wallets/clean-icon.ts';

/** The database has the same limit. */
export const largestLogoInBytes = 16 * 1024;
/** Pixels of a side. Pages show it at up to 64, so that the largest is still more than a sharp screen needs. */
const logoSides = { smallest: 64, largest: 256 };

/** A logo as it may be kept and shown: a square PNG with only the parts that draw it. Null for anything else. */
export function cleanLogo(png: Uint8Array): Uint8Array | null {
  return cleanPng(png, {
    largestInBytes: largestLogoInBytes,
    isFitting: (width, height) =>
      width === height && width >= logoSides.smallest && width <= logoSides.largest,
  });
}
