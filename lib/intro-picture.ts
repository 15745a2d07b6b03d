import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

const largestInBytes = 200 * 1024;

/** The first and last bytes of each type, in hexadecimal. */
const kinds: [type: string, bytes: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a0000000d49484452.*49454e44ae426082$/],
  ['image/jpeg', /^ffd8ff.*ffd9$/],
  ['image/webp', /^52494646.{8}57454250/],
];

export const noIntroPicture = 'not a readable PNG, JPEG or WebP file of at most 200 kB';

/** The address contains the bytes' hash, so browsers can cache it forever. Null if the file isn't a valid picture. */
export function readIntroPicture(file: string): { address: string; type: string; bytes: Buffer } | null {
  const bytes = readSmallFile(file);
  const hexadecimal = bytes?.toString('hex') ?? '';
  const type = kinds.find(([, pattern]) => pattern.test(hexadecimal))?.[0];
  if (!bytes || !type) return null;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { address: `/intro/${hash}`, type, bytes };
}

function readSmallFile(file: string): Buffer | null {
  try {
    const stats = statSync(/* turbopackIgnore: true */ file);
    if (!stats.isFile() || stats.size > largestInBytes) return null;
    return readFileSync(/* turbopackIgnore: true */ file);
  } catch {
    // The file is missing, or the server can't read it.
    return null;
  }
}
