import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Entry = {
  optionalDependencies?: Record<string, string>;
  resolved?: string;
  integrity?: string;
  link?: boolean;
};

type Packages = Record<string, Entry>;

/** Folders with their own package-lock.json. */
const ownPackages = '{deploy/*,examples/*,lab/*,lab/programs/*,scripts/image/*,recipes}';

const locks = globSync(['package-lock.json', `${ownPackages}/package-lock.json`]).map((file) => ({
  file,
  packages: (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages,
}));

/** Resolves like Node: in the package's own folder, then in each parent. */
function isLocked(packages: Packages, name: string, from: string): boolean {
  for (let folder = from; ; folder = parentOf(folder)) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

function parentOf(path: string): string {
  return path.includes('/node_modules/') ? path.slice(0, path.lastIndexOf('/node_modules/')) : '';
}

function listEntries() {
  return locks.flatMap(({ file, packages }) =>
    Object.entries(packages).map(([path, entry]) => ({ file, packages, path, entry })),
  );
}

test('locks the optional packages of every platform, so that it installs on all of them', () => {
  const missing = listEntries().flatMap(({ file, packages, path, entry }) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, name, path))
      .map((name) => `${name}, wanted by ${path} of ${file}`),
  );
  expect(missing).toEqual([]);
});

test('names no registry, so that it installs from whichever one npm is set to', () => {
  const named = listEntries().flatMap(({ file, path, entry }) =>
    entry.resolved && !entry.link && !entry.resolved.startsWith('file:')
      ? [`${file}, ${path}: ${entry.resolved}`]
      : [],
  );
  expect(named).toEqual([]);
});

test('npm install of one more package names none either, beside every lock file', () => {
  const without = locks
    .map(({ file }) => join(dirname(file), '.npmrc'))
    .filter(
      (file) =>
        !existsSync(file) || !/^omit-lockfile-registry-resolved=true$/m.test(readFileSync(file, 'utf8')),
    );
  expect(without).toEqual([]);
});

test('no .npmrc names a registry or holds a token', () => {
  for (const file of globSync(['.npmrc', `${ownPackages}/.npmrc`]))
    expect(readFileSync(file, 'utf8')).not.toMatch(/registry=|_auth|_password|\/\//);
});

test('links only to packages of the project itself', () => {
  const links = listEntries().flatMap(({ entry }) => (entry.link ? [entry.resolved] : []));
  expect(links.sort()).toEqual(globSync('packages/*/package.json').map(dirname).sort());
});

test('fixes the content of every package that is fetched', () => {
  const loose = listEntries().filter(
    ({ path, entry }) =>
      path.includes('node_modules/') &&
      !entry.link &&
      !entry.resolved?.startsWith('file:') &&
      !entry.integrity,
  );
  expect(loose.map(({ file, path }) => `${file}, ${path}`)).toEqual([]);
});
