import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const pages = ['CONTRIBUTING.md', 'README.md', ...globSync('docs/**/*.md', { cwd: inProject() })];

test.each(pages)('every file that %s links to is there', (page) => {
  const links = [...readFileSync(inProject(page), 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map(
    ([, link = '']) => link,
  );
  const files = links.filter((link) => !/^\w+:/.test(link)).map((link) => join(dirname(page), link));
  expect(files.filter((file) => !exists(file))).toEqual([]);
});

/** The anchors of a page, as GitHub makes them from its headings. */
function listAnchors(page: string): string[] {
  const text = readFileSync(inProject(page), 'utf8').replaceAll(/^ *```.*?^ *```/gms, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('every heading that %s links to is there', (page) => {
  const links = [...readFileSync(inProject(page), 'utf8').matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)];
  const anchors = links.map(([, link = '', anchor = '']) => ({
    file: link === '' ? page : join(dirname(page), link),
    anchor,
  }));
  const missing = anchors.filter(
    ({ file, anchor }) => file.endsWith('.md') && !listAnchors(file).includes(anchor),
  );
  expect(missing).toEqual([]);
});

test.each(pages)('every path that %s names is there', (page) => {
  const paths = listNames(page).filter((name) => name.includes('/') && folders.has(name.split('/')[0] ?? ''));
  expect(paths.filter((path) => !exists(path))).toEqual([]);
});

test.each(['CONTRIBUTING.md', 'docs/architecture.md'])(
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
