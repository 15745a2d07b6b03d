import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readSchemas } from '../supabase/testing/read-schemas.ts';
import { inProject } from './project-folder.ts';

const files = globSync('**/*', {
  cwd: inProject(),
  exclude: (path) => /(^|\/)(node_modules|dist|\.git|\.local|\.next[^/]*)$/.test(path),
});
const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));

/** What stands in backticks on a page, outside its blocks of code. */
function listNames(page: string): string[] {
  const text = readFileSync(inProject(page), 'utf8').replaceAll(/^ *```.*?^ *```/gms, '');
  return [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
}

/** `*`, `…` and `<what>` stand for any part of a path. */
function exists(path: string): boolean {
  if (existsSync(inProject(path))) return true;
  const parts = path.split(/\*\*?|…|<\w+>/).map((part) => part.replaceAll(/[^\w/-]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  return files.some((file) => pattern.test(file));
}

const pages = [
  ...['CONTRIBUTING.md', 'README.md'],
  ...globSync(['docs/**/*.md', 'packages/*/README.md'], { cwd: inProject() }),
];

test.each(pages)('every file that %s links to is there', (page) => {
  const links = [...readFileSync(inProject(page), 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map(
    ([, link = '']) => link,
  );
  const files = links.filter((link) => !/^\w+:/.test(link)).map((link) => join(dirname(page), link));
  expect(files.filter((file) => !exists(file))).toEqual([]);
});

test.each(pages)('every path that %s names is there', (page) => {
  const paths = listNames(page).filter((name) => name.includes('/') && folders.has(name.split('/')[0] ?? ''));
  expect(paths.filter((path) => !exists(path))).toEqual([]);
});

test.each(['CONTRIBUTING.md', 'docs/architecture.md', 'docs/security.md'])(
  'whoever looks for a file or a name of the database that %s names finds it',
  (page) => {
    const names = listNames(page);
    const files = names.filter((name) => /^[\w.…-]+\.(tsx?|mjs|sql|json|toml|md)$/.test(name));
    expect(files.filter((file) => !exists(file) && !exists(`**/${file}`))).toEqual([]);
    const schema = readSchemas();
    const ofDatabase = names.filter((name) => /^countersign(_private)?\.\w+$/.test(name));
    expect(
      ofDatabase.filter((name) => !new RegExp(`^create (table|view|function) ${name}\\b`, 'm').test(schema)),
    ).toEqual([]);
  },
);

test('docs/security.md names tests that exist', () => {
  const tables = readFileSync(inProject('docs/security.md'), 'utf8')
    .split('| Guarantee | Threat | Tests |')
    .slice(1);
  const cells = tables.flatMap((table) =>
    (table.split('\n\n')[0] ?? '')
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').at(-2) ?? ''),
  );
  expect(cells.length).toBeGreaterThan(60);
  const named = cells.map((cell) => [...cell.matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name));
  expect(named.filter((names) => names.length === 0)).toEqual([]);
  const tests = new Set(files.map((file) => basename(file)));
  const missing = named
    .flat()
    .filter((name) => !tests.has(/\.spec$/.test(name) ? `${name}.ts` : `${name}.test.ts`));
  expect(missing).toEqual([]);
});

test('docs/local-backend.md has every variable of the local Supabase', () => {
  const sources = globSync('packages/local-supabase/src/core/*-settings.ts', { cwd: inProject() });
  const code = [...sources, 'packages/local-supabase/src/core/settings.ts'].map((file) =>
    readFileSync(inProject(file), 'utf8'),
  );
  const variables = new Set(code.join('\n').match(/\bLOCAL_(SUPABASE|SMTP)_[A-Z_]*[A-Z]\b(?=:)/g));
  expect(variables.size).toBeGreaterThan(30);
  const page = readFileSync(inProject('docs/local-backend.md'), 'utf8');
  expect([...variables].filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});
