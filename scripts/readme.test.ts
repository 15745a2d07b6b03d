import { readFileSync, statSync } from 'node:fs';
import { settings } from '../lib/settings.ts';
import { inProject } from './project-folder.ts';

const readme = readFileSync(inProject('README.md'), 'utf8');

test('each line of code in the README is one of the recipe that is run, in its order', () => {
  const [, file = '', code = ''] = /<!-- lines of (\S+) -->\n```js\n(.*?)```/s.exec(readme) ?? [];
  const shown = readLines(code).filter((line) => !line.startsWith('//'));
  expect(shown.length).toBeGreaterThan(5);
  const recipe = readLines(readFileSync(inProject(file), 'utf8'));
  let from = 0;
  const unknown = shown.filter((line) => {
    const at = recipe.indexOf(line, from);
    if (at >= 0) from = at + 1;
    return at < 0;
  });
  expect(unknown).toEqual([]);
});

test('the README names the required settings, and no other as one', () => {
  const [, table = ''] = readme.split('| Setting | Value |');
  const named = [...(table.split('\n\n')[0] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  const required = Object.entries(settings).filter(([, { group }]) => group === 'required');
  expect(named).toEqual(required.map(([name]) => name));
});

test.each(['README.md', 'CONTRIBUTING.md'])('%s names the Node that the commands need', (page) => {
  const { engines } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const named = [...readFileSync(inProject(page), 'utf8').matchAll(/Node \D*older than ([\d.]+\d)/g)];
  expect(named.map(([, version]) => `>=${version}`)).toEqual([engines.node]);
});

/** Longer, and nobody reads them before they try or change something. */
test.each([
  ['README.md', 8_000],
  ['CONTRIBUTING.md', 9_000],
])('%s has at most %i bytes', (page, most) => {
  expect(statSync(inProject(page)).size).toBeLessThanOrEqual(most);
});

function readLines(code: string): string[] {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
