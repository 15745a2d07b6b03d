import { readFileSync, statSync } from 'node:fs';
import { inProject } from '../scripts/project-folder';

const size = (name: string) => statSync(inProject(`app/fonts/${name}.woff2`)).size;
const accented = ['instrument-sans-accented', 'newsreader-accented'];

test('a page loads at most 45 kB of fonts, an address on it included', () => {
  const loaded = ['instrument-sans', 'newsreader', 'mono'].map(size);
  expect(loaded.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(45_000);
});

test('letters with accents cost a page that has none nothing', () => {
  const calls = readFileSync(inProject('app/fonts.ts'), 'utf8').split('localFont(');
  for (const name of accented) {
    const call = calls.find((one) => one.includes(`/${name}.woff2`)) ?? '';
    expect(call).toContain('preload: false');
    const range = /'(U\+[^']+)'/.exec(call)?.[1] ?? '';
    const isCovered = (sign: string) =>
      range.split(', ').some((part) => {
        const [first = 0, last = first] = part
          .slice(2)
          .split('-')
          .map((code) => Number.parseInt(code, 16));
        return first <= (sign.codePointAt(0) ?? 0) && (sign.codePointAt(0) ?? 0) <= last;
      });
    // The others are among the signs of our own sentences.
    expect(['é', 'Ø', 'ß', '·', '×', '\u00a0', 'e'].filter(isCovered)).toEqual(['é', 'Ø', 'ß']);
  }
});
