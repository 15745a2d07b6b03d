import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { cleanPng } from './clean-png.ts';

/** A team's picture. The address contains the hash of its bytes, so that browsers can cache it forever. */
export type SitePicture = { address: string; bytes: Uint8Array; width: number; height: number };

const largestInBytes = 100 * 1024;

/** Pixels. Pages show a logo 28 high and at most 224 wide; three times that is sharp on any screen. */
const shapes = {
  logo: {
    inWords: '28 to 400 pixels high and at most 8 times as wide as high',
    isFitting: (width: number, height: number) => height >= 28 && height <= 400 && width <= 8 * height,
  },
  icon: {
    inWords: 'square, with 64 to 512 pixels a side',
    isFitting: (width: number, height: number) => width === height && width >= 64 && width <= 512,
  },
};

/** Reads a PNG file, and keeps only the chunks that draw. @returns what the file is instead of a picture, to follow "SITE_LOGO is". */
export function readSitePicture(file: string, shape: keyof typeof shapes): SitePicture | string {
  const png = readSmallFile(file);
  if (typeof png === 'string') return png;
  const { isFitting, inWords } = shapes[shape];
  let [width, height] = [0, 0];
  const bytes = cleanPng(png, {
    largestInBytes,
    isFitting: (...sides) => {
      [width, height] = sides;
      return isFitting(width, height);
    },
  });
  if (!bytes)
    return width > 0 && !isFitting(width, height)
      ? `a picture of ${width} × ${height} pixels, and must be ${inWords}`
      : 'not a whole PNG picture';
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { address: `/brand/${hash}`, bytes, width, height };
}

function readSmallFile(file: string): Buffer | string {
  try {
    const stats = statSync(/* turbopackIgnore: true */ file);
    if (!stats.isFile()) return 'not a file';
    if (stats.size > largestInBytes) return `larger than ${largestInBytes / 1024} kB`;
    return readFileSync(/* turbopackIgnore: true */ file);
  } catch {
    // The file is missing, or the server can't read it.
    return 'a file that is missing or that the server may not read';
  }
}
