// Writes public/fonts: the letters, weights and features of the full fonts that the pages use. Run it here after a change:
// `npm ci && npm run make`. The results are committed, so that builds don't need this.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fontverter from 'fontverter';
import subsetFont from 'subset-font';

const folder = fileURLToPath(new URL('../../public/fonts/', import.meta.url));
const installed = fileURLToPath(new URL('node_modules/', import.meta.url));

const range = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
const ascii = range(0x20, 0x7e);
/** Characters besides ASCII in the pages' own sentences. */
const signs = '\u00a0·×–—‘’“”•…−→←';
/** The letters of Western Europe, for names. Browsers load these files only for pages that have such letters. */
const accented = range(0xa1, 0xff).replace(/[¤¦¨¬\u00ad¯²³´¶·¸¹¼½¾×]/g, '');

const sans = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';
const serif = '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2';
const mono = '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2';
/** Text uses 400, 500 and 600; headings and the wordmark use 500. */
const textWeights = { variationAxes: { wght: { min: 400, max: 600 } } };
const headingWeight = { variationAxes: { wght: 500 } };

const files = [
  {
    name: 'instrument-sans',
    from: sans,
    text: ascii + signs,
    keepFeatures: ['kern', 'tnum'],
    ...textWeights,
  },
  { name: 'instrument-sans-accented', from: sans, text: accented, keepFeatures: [], ...textWeights },
  { name: 'newsreader', from: serif, text: ascii + signs, keepFeatures: ['kern'], ...headingWeight },
  { name: 'newsreader-accented', from: serif, text: accented, keepFeatures: [], ...headingWeight },
  { name: 'mono', from: mono, text: ascii + signs, keepFeatures: [], rename: ['IBM Plex', 'App Code'] },
];

await mkdir(folder, { recursive: true });
for (const { name, from, text, rename, ...options } of files) {
  const full = await readFile(installed + from);
  let font = await subsetFont(full, text, { targetFormat: 'sfnt', ...options });
  if (rename) font = renameFont(font, ...rename);
  const made = await fontverter.convert(font, 'woff2');
  const hash = createHash('sha256').update(made).digest('hex').slice(0, 8);
  await writeFile(`${folder}${name}-${hash}.woff2`, made);
  console.log(`${name}-${hash}.woff2: ${made.length} bytes of ${full.length}`);
}
for (const source of [
  '@fontsource-variable/instrument-sans',
  '@fontsource-variable/newsreader',
  '@fontsource/ibm-plex-mono',
]) {
  const licence = await readFile(`${installed}${source}/LICENSE`, 'utf8');
  await writeFile(`${folder}OFL-${source.split('/')[1]}.txt`, licence);
}

/**
 * Renames a font: the license of IBM Plex reserves its name for the unmodified font.
 * @param to as long as `from`, so that offsets in the file stay valid
 */
function renameFont(font, from, to) {
  const renamed = Buffer.from(font);
  const spellings = [(word) => Buffer.from(word, 'latin1'), (word) => Buffer.from(word, 'utf16le').swap16()];
  for (const spell of spellings) {
    for (const [old, own] of [
      [from, to],
      [from.replace(' ', ''), to.replace(' ', '')],
    ]) {
      for (let at = renamed.indexOf(spell(old)); at >= 0; at = renamed.indexOf(spell(old)))
        renamed.set(spell(own), at);
    }
  }
  return renamed;
}
