import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readSchemas } from '../supabase/testing/read-schemas.ts';
import { listFiles } from './list-files.ts';
import { inProject } from './project-folder.ts';

const files = listFiles();
const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));

/** All Markdown pages, including the generated configuration. */
const pages = files.filter((file) => file.endsWith('.md') || file === 'llms.txt').sort();

const read = (page: string) => readFileSync(inProject(page), 'utf8');
const readProse = (page: string) => read(page).replaceAll(/^ *```.*?^ *```/gms, '');

function listNames(page: string): string[] {
  return [...readProse(page).matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
}

/** `*`, `…` and `<what>` match any part of a path. */
function exists(path: string): boolean {
  if (existsSync(inProject(path))) return true;
  const parts = path.split(/\*\*?|…|<\w+>/).map((part) => part.replaceAll(/[^\w/-]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  return files.some((file) => pattern.test(file));
}

/** Links to other pages and headings, as paths from the project folder. */
function listLinks(page: string): { file: string; part: string | undefined }[] {
  return [...readProse(page).matchAll(/\]\(([^)\s]*)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => link.split('#'))
    .map(([file, part]) => ({ file: file ? join(dirname(page), file) : page, part }));
}

/** The anchors that GitHub gives to a page's headings. */
function listHeadings(page: string): string[] {
  const headings = [...readProse(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return headings.map((name, index) => {
    const before = headings.slice(0, index).filter((other) => other === name).length;
    return before ? `${name}-${before}` : name;
  });
}

test.each(pages)('every file that %s links to is there', (page) => {
  expect(listLinks(page).filter(({ file }) => !exists(file))).toEqual([]);
});

test.each(pages)('every heading that %s links to is there', (page) => {
  const parts = listLinks(page).filter(({ file, part }) => part && file.endsWith('.md') && exists(file));
  expect(parts.filter(({ file, part = '' }) => !listHeadings(file).includes(part))).toEqual([]);
});

test.each(pages)('every path that %s names is there', (page) => {
  const paths = listNames(page).filter((name) => name.includes('/') && folders.has(name.split('/')[0] ?? ''));
  // Paths may be relative to the project, the page, or the example app.
  const places = ['', dirname(page), 'examples/wallet-gate'];
  expect(paths.filter((path) => !places.some((folder) => exists(join(folder, path))))).toEqual([]);
});

/** References in code and comments to a heading of a document. */
const pointers = files
  .filter(
    (file) =>
      /\.(tsx?|mjs|sql|sh|toml|ya?ml|p?css)$|Dockerfile|\.example$/.test(file) && !/\.test\.ts$/.test(file),
  )
  .flatMap((file) =>
    [...read(file).matchAll(/\b(docs\/[\w/.-]+\.md|README\.md)#([\w-]+)/g)].map(
      ([, page = '', part = '']) => ({
        ...{ file, page, part },
      }),
    ),
  );

test('every part of a document that the code points to is there', () => {
  expect(pointers.length).toBeGreaterThan(3);
  expect(pointers.filter(({ page, part }) => !exists(page) || !listHeadings(page).includes(part))).toEqual(
    [],
  );
});

const packages = files.filter((file) => /(^|\/)package\.json$/.test(file));
const scripts = new Set(packages.flatMap((file) => Object.keys(JSON.parse(read(file)).scripts ?? {})));

test.each(pages)('every command that %s names is one', (page) => {
  const commands = [...read(page).matchAll(/\bnpm (?:run (?:-s )?(?=[a-z])|(?=(?:start|test)\b))([\w:-]+)/g)];
  expect(commands.map(([, name = '']) => name).filter((name) => !scripts.has(name))).toEqual([]);
  const programs = [...read(page).matchAll(/\bnode ([\w-]+\/[\w./-]+\.m?[jt]s)\b/g)];
  expect(programs.map(([, path = '']) => path).filter((path) => !existsSync(inProject(path)))).toEqual([]);
});

const source = files
  .filter((file) => /\.(tsx?|mjs|sql|sh|toml|ya?ml|html)$|Dockerfile|\.example$|\.ci\/run/.test(file))
  .map(read)
  .join('\n');

test.each(pages)('every variable that %s names is read somewhere', (page) => {
  const ofOthers = /^(GOTRUE|OAUTH|OTEL|PGRST)_/;
  const variables = listNames(page)
    .map((name) => name.split('=')[0] ?? '')
    .filter((name) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(name) && !ofOthers.test(name));
  expect(variables.filter((name) => !source.includes(name))).toEqual([]);
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

/** The tests named in each row's last column: `sign-up.spec` is a browser test, `session` a unit test. */
const testsOfGuarantees = readFileSync(inProject('docs/security.md'), 'utf8')
  .split('| Guarantee | Threat | Tests |')
  .slice(1)
  .flatMap((table) => (table.split('\n\n')[0] ?? '').split('\n').slice(2))
  .map((row) => [...(row.split('|').at(-2) ?? '').matchAll(/`([\w.-]+)`/g)].map(([, name = '']) => name));

const fileOf = (name: string) => (/\.spec$/.test(name) ? `${name}.ts` : `${name}.test.ts`);

test('docs/security.md names tests that exist', () => {
  expect(testsOfGuarantees.length).toBeGreaterThan(60);
  expect(testsOfGuarantees.filter((names) => names.length === 0)).toEqual([]);
  const tests = new Set(files.map((file) => basename(file)));
  expect(testsOfGuarantees.flat().filter((name) => !tests.has(fileOf(name)))).toEqual([]);
});

/** Whether at least one test or `describe` in the file, also one in a loop, lacks the tag `@slow`. */
const hasFastTest = (file: string) =>
  [...read(file).matchAll(/^(?:for .*\n +)?test(?:\.describe)?\(.*?=>/gms)].some(
    ([head]) => !head.includes('@slow'),
  );

test('`npm test` runs at least one test of each guarantee in docs/security.md', () => {
  const isRun = (file: string) =>
    !/(^|\/)slow\/|^(lab\/deploy|recipes)\//.test(file) && (!file.endsWith('.spec.ts') || hasFastTest(file));
  const run = new Set(files.filter(isRun).map((file) => basename(file)));
  expect(testsOfGuarantees.filter((names) => !names.some((name) => run.has(fileOf(name))))).toEqual([]);
});

test('docs/local-backend.md has every variable of the local Supabase', () => {
  const sources = globSync('packages/local-supabase/src/core/*-settings.ts', { cwd: inProject() });
  const code = [...sources, 'packages/local-supabase/src/core/settings.ts'].map((file) =>
    readFileSync(inProject(file), 'utf8'),
  );
  const variables = new Set(code.join('\n').match(/\bLOCAL_(SUPABASE|SMTP)_[A-Z_]*[A-Z]\b(?=:)/g));
  expect(variables.size).toBeGreaterThan(20);
  const page = readFileSync(inProject('docs/local-backend.md'), 'utf8');
  expect([...variables].filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});
