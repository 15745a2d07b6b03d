import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../project-folder.ts';

const read = (file: string) => readFileSync(inProject(file), 'utf8');
const page = read('docs/apps.md');

/** Code blocks that follow a comment with the name of their file. */
const named = /<!-- (part of )?(\S+) -->\n```\w+\n(.*?)```/gs;
const blocks = [...page.matchAll(named)].map(([, partOf, file = '', code = '']) => ({ partOf, file, code }));

const withoutIndentation = (code: string) => code.replaceAll(/^ +/gm, '');

test.each(blocks)('docs/apps.md shows $file unchanged', ({ partOf, file, code }) => {
  if (partOf) expect(withoutIndentation(read(file))).toContain(withoutIndentation(code));
  else expect(code).toBe(read(file));
});

test('docs/apps.md has every recipe, or a link to it', () => {
  const recipes = globSync('recipes/*.{html,mjs,sh}').map((file) => file.replaceAll('\\', '/'));
  const linked = [...page.matchAll(/\]\(\.\.\/((?:recipes|examples)\/[^)]+)\)/g)].map(([, file]) => file);
  expect([...blocks.map(({ file }) => file), ...linked]).toEqual(expect.arrayContaining(recipes));
});

test('docs/apps.md has the versions of the libraries that the recipes run with', () => {
  const versions = ['recipes', 'examples/auth-js'].flatMap((folder) =>
    Object.entries(JSON.parse(read(`${folder}/package.json`)).dependencies as Record<string, string>),
  );
  const written = [...page.matchAll(/`(?:.* )?([\w-]+)@(\d[\w.-]*)`/g)].map(([, name, version]) => [
    name,
    version,
  ]);
  expect(written).toHaveLength(3);
  expect(versions).toEqual(expect.arrayContaining(written));
});
