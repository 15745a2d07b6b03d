import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(__dirname, '..');

/** What each room may import from, besides itself. */
const allowed: Record<string, string[]> = {
  lib: [],
  components: ['lib'],
  app: ['components', 'lib'],
  'supabase/local': [],
  'solana/local': [],
};

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$|^testing\//.test(file))
    .map((file) => join(folder, file));
}

/** Project paths that a file imports, relative to the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers
    .filter((specifier) => specifier.startsWith('@/') || specifier.startsWith('.'))
    .map((specifier) =>
      specifier.startsWith('@/')
        ? specifier.slice(2)
        : relative(root, resolve(root, dirname(file), specifier)),
    );
}

/** Product code that imports what is there for tests only. */
const leansOnTests = (file: string, target: string) =>
  target.includes('/testing/') && !file.includes('/testing/');

describe('imports point one way', () => {
  it.each(Object.entries(allowed))('%s', (room, others) => {
    const wrong = sourceFiles(room).flatMap((file) =>
      importsOf(file)
        .filter(
          (target) =>
            leansOnTests(file, target) || ![room, ...others].some((place) => target.startsWith(`${place}/`)),
        )
        .filter((target) => !target.endsWith('.css') && !target.startsWith('node_modules/'))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('reads every room', () => {
    for (const room of Object.keys(allowed)) expect(sourceFiles(room).length).toBeGreaterThan(5);
  });

  it('every signed-in page asks for the viewer itself', () => {
    const pages = sourceFiles('app/(signed-in)').filter((file) => file.endsWith('page.tsx'));
    expect(pages.length).toBeGreaterThan(0);
    const careless = pages.filter(
      (file) => !readFileSync(join(root, file), 'utf8').includes('await requireViewer('),
    );
    expect(careless).toEqual([]);
  });
});
