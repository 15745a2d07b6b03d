import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { inProject } from '@/scripts/project-folder';

const folder = inProject('public/fonts');
const files = readdirSync(folder).filter((file) => file.endsWith('.woff2'));
const read = (file: string) => readFileSync(`${folder}/${file}`);
const faces = readFileSync(inProject('app/style/fonts.pcss'), 'utf8').split('@font-face').slice(1);

test('each font has the hash of its bytes in its name, since browsers keep it forever, and its own face', () => {
  for (const file of files) {
    expect(file).toContain(`-${createHash('sha256').update(read(file)).digest('hex').slice(0, 8)}.woff2`);
    expect(faces.filter((face) => face.includes(`/fonts/${file}"`))).toHaveLength(1);
  }
  expect(faces.filter((face) => face.includes('url('))).toHaveLength(files.length);
  const preloaded = readFileSync(inProject('app/style/page-head.tsx'), 'utf8').match(/[\w-]+\.woff2/g) ?? [];
  expect(preloaded.map((file) => files.includes(file))).toEqual([true, true]);
});

test('a page loads at most 45 kB of fonts, including an address', () => {
  const loaded = files.filter((file) => !file.includes('-accented-'));
  expect(loaded).toHaveLength(3);
  expect(loaded.reduce((sum, file) => sum + read(file).length, 0)).toBeLessThanOrEqual(45_000);
});

test('accented letters cost nothing on a page without them', () => {
  const accented = faces.filter((face) => face.includes('-accented-'));
  expect(accented).toHaveLength(2);
  for (const face of accented) {
    const range = /unicode-range:\s*([^;]+);/.exec(face)?.[1] ?? '';
    const isCovered = (sign: string) =>
      range.split(', ').some((part) => {
        const [first = 0, last = first] = part
          .slice(2)
          .split('-')
          .map((code) => Number.parseInt(code, 16));
        return first <= (sign.codePointAt(0) ?? 0) && (sign.codePointAt(0) ?? 0) <= last;
      });
    // The others are also in the site's own sentences.
    expect(['é', 'Ø', 'ß', '·', '×', '\u00a0', 'e'].filter(isCovered)).toEqual(['é', 'Ø', 'ß']);
  }
});

test('the route for missing fonts answers 404', async () => {
  const { GET } = await import('@/app/fonts/[...missing]/route');
  expect(GET().status).toBe(404);
});
