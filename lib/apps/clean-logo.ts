import { cleanPng } from '../clean-png.ts';

/** Also the database's limit. */
export const largestLogoInBytes = 16 * 1024;
/** Pixels. Pages show logos at up to 64, so 256 is sharp on any screen. */
const logoSides = { smallest: 64, largest: 256 };

/** Returns the logo as a square PNG with only the chunks that draw it. Null for anything else. */
export function cleanLogo(png: Uint8Array): Uint8Array | null {
  return cleanPng(png, {
    largestInBytes: largestLogoInBytes,
    isFitting: (width, height) =>
      width === height && width >= logoSides.smallest && width <= logoSides.largest,
  });
}
