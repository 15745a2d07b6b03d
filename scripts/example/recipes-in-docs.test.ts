import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../project-folder.ts';

/** Each block of code that names the file it is. */
const named = /<!-- (\S+) -->\n```\w+\n(.*?)```/gs;

const blocks = [...readFileSync(inProject('docs', 'apps.md'), 'utf8').matchAll(named)];

test.each(blocks.map(([, file = '', code = '']) => [file, code]))(
  'docs/apps.md has %s as it is run',
  (file, code) => {
    expect(code).toBe(readFileSync(inProject(file), 'utf8'));
  },
);

test('docs/apps.md has every recipe', () => {
  const recipes = globSync('tools/recipes/*.{html,mjs,sh}').map((file) => file.replaceAll('\\', '/'));
  expect(blocks.map(([, file]) => file)).toEqual(
    expect.arrayContaining([...recipes, 'examples/wallet-gate/auth.ts']),
  );
});

test('the example shows the button that docs/button.md gives away', () => {
  for (const look of ['light', 'dark']) {
    const file = `sign-in-with-countersign-${look}.svg`;
    expect(readFileSync(inProject('examples/wallet-gate/public', file), 'utf8')).toBe(
      readFileSync(inProject('docs/button', file), 'utf8'),
    );
  }
});
