import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = 'app/proofs/[proofId]/picture.png/fonts';

/** Font files by their names in drawings. Each needs its own name: the renderer searches fonts in order for each letter. */
const files = [
  { name: 'Sans', weight: 400, file: 'instrument-sans-latin-400-normal.woff' },
  { name: 'Sans', weight: 600, file: 'instrument-sans-latin-600-normal.woff' },
  { name: 'Sans Extended', weight: 600, file: 'instrument-sans-latin-ext-600-normal.woff' },
  { name: 'Serif', weight: 500, file: 'newsreader-latin-500-normal.woff' },
  { name: 'Mono', weight: 500, file: 'ibm-plex-mono-latin-500-normal.woff' },
] as const;

/** The characters that the two files with weight 600 cover together; a test compares them. */
const drawable =
  /^[ -~\u00aa\u00ba\u00c0-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2019]+$/;

/** Whether the fonts cover a name. For missing letters, the renderer would request a font from another site. */
export function canDraw(name: string): boolean {
  return drawable.test(name);
}

export function canDrawInSerif(text: string): boolean {
  return /^[ -~\u00a1-\u00ac\u00ae-\u00ff]+$/.test(text);
}

export function readFonts() {
  fonts ??= Promise.all(
    files.map(async ({ name, weight, file }) => ({
      name,
      weight,
      data: await readFile(join(/* turbopackIgnore: true */ process.cwd(), folder, file)),
    })),
  ).catch((error: unknown) => {
    fonts = undefined;
    throw error;
  });
  return fonts;
}
let fonts: Promise<{ name: string; weight: 400 | 500 | 600; data: Buffer }[]> | undefined;
