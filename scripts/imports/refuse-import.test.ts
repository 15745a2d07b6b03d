import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { listFiles } from '../list-files.ts';
import { inProject } from '../project-folder.ts';
import { refuseImport } from './refuse-import.ts';
import { roomOrder, serverRooms } from './room-order.ts';

const files = listFiles().filter((file) => /\.(?:ts|tsx|mjs|js|jsx)$/.test(file));

/** @returns a path in the project, or null for a package */
function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return specifier.slice(2);
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : null;
}

function refuse(file: string, specifier: string): string | null {
  const imported = resolve(file, specifier);
  return imported === null ? null : refuseImport(file, imported);
}

test('every import of the project points to a room before', () => {
  const refused = files.flatMap((file) =>
    [
      ...readFileSync(inProject(file), 'utf8').matchAll(
        /(?:from|import|require|mock|requireActual)\s*\(?\s*'([^']+)'/g,
      ),
    ]
      .map(([, specifier]) => String(specifier))
      .flatMap((specifier) => {
        const reason = refuse(file, specifier);
        return reason ? [`${file} imports ${specifier}: ${reason}`] : [];
      }),
  );
  expect(files.length).toBeGreaterThan(1500);
  expect(refused).toEqual([]);
});

test('each folder of lib has its place in the order', () => {
  const folders = files
    .filter((file) => file.startsWith('lib/') && !/\.test\.ts$|^lib\/testing\//.test(file))
    .map((file) => posix.dirname(file));
  const known = (folder: string) =>
    roomOrder.some((room) => room !== 'lib' && (folder === room || folder.startsWith(`${room}/`)));
  expect([...new Set(folders)].filter((folder) => folder !== 'lib' && !known(folder))).toEqual([]);
});

test.each(serverRooms)('each file of %s imports server-only', (room) => {
  const sources = files.filter((file) => posix.dirname(file) === room && !file.endsWith('.test.ts'));
  expect(sources).not.toEqual([]);
  const isMarked = (file: string) =>
    readFileSync(inProject(file), 'utf8').startsWith("import 'server-only';\n");
  expect(sources.filter((file) => !isMarked(file))).toEqual([]);
});

test.each(
  Object.entries({
    'a room of lib one after it': ['lib/rate-limit/a.ts', '../session/viewer.ts'],
    'a file of lib itself a room': ['lib/a.ts', './http/public-paths.ts'],
    'lib a component': ['lib/forms/a.ts', '@/components/ui/button'],
    'a room of wallets one after it': ['components/wallet/standard/a.ts', '../list/wallet-row'],
    'the middleware a test helper': ['middleware.ts', './lib/testing/make-png.ts'],
    'the local backend the site': ['packages/local-supabase/src/auth/a.ts', '../../../../lib/env.ts'],
    'what tests of the local backend share the site': [
      'packages/local-supabase/src/testing/a.ts',
      '../../../../supabase/testing/share-backend.ts',
    ],
    'a test the inside of the local backend': [
      'e2e/a.spec.ts',
      '../packages/local-supabase/src/testing/sign-in.ts',
    ],
    'a test the laboratory': ['e2e/c.spec.ts', '../lab/mutants/compare-survivors.ts'],
    'an operator’s command the server': ['cli/a.ts', '../server/site-server.ts'],
    'a command a page': ['scripts/commands/a.ts', '../../app/layout.tsx'],
  }),
)('refuses %s', (_, [file, imported]) => {
  expect(refuse(String(file), String(imported))).not.toBeNull();
});

test.each([
  ['lib/session/c.ts', '../rate-limit/next.ts'],
  ['components/wallet/list/c.tsx', '@/components/balance/balance-slot'],
  ['scripts/commands/c.ts', '../../cli/plain-failure.ts'],
  ['lab/deploy/testing/d.ts', '../../../scripts/project-folder.ts'],
  ['packages/local-supabase/src/auth/slow/b.test.ts', '../../testing/sign-in.ts'],
])('accepts in %s %s', (file, imported) => {
  expect(refuse(String(file), String(imported))).toBeNull();
});
