import { readFileSync } from 'node:fs';

type Entry = {
  optionalDependencies?: Record<string, string>;
  resolved?: string;
  integrity?: string;
  link?: boolean;
};

const text = readFileSync('package-lock.json', 'utf8');
const packages = (JSON.parse(text) as { packages: Record<string, Entry> }).packages;

/** As Node resolves it: in the folder of the package itself, then in each one above. */
function isLocked(name: string, from: string): boolean {
  for (let folder = from; ; folder = parentOf(folder)) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

function parentOf(path: string): string {
  return path.includes('/node_modules/') ? path.slice(0, path.lastIndexOf('/node_modules/')) : '';
}

test('locks the optional packages of every platform, so that it installs on all of them', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(name, path))
      .map((name) => `${name}, wanted by ${path}`),
  );
  expect(missing).toEqual([]);
});

test('names no registry, so that it installs from whichever one npm is set to', () => {
  const named = Object.entries(packages).flatMap(([path, { resolved }]) =>
    resolved ? [`${path}: ${resolved}`] : [],
  );
  expect(named).toEqual([]);
});

test('fixes the content of every package', () => {
  const loose = Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.integrity);
  expect(loose.map(([path]) => path)).toEqual([]);
});
