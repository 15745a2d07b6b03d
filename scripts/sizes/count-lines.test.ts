import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inProject } from '../project-folder.ts';
import { countRooms, isCounted, limits, sumSizes } from './count-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-sizes-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, number>): string[] {
  for (const [file, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), 'x\n'.repeat(lines));
  }
  return Object.keys(files);
}

test.each([
  ...[
    'lib/env.test.ts',
    'packages/countersign/src/proof/statement.properties.test.ts',
    'e2e/sign-up.spec.ts',
    'app/page.test.tsx',
  ],
  ...['lib/testing/end-timers.ts', 'next-env.d.ts', 'lib/supabase/database.types.ts'],
  ...['supabase/migrations/20260101000000_baseline.sql', 'docs/testing.md', 'package.json'],
])('%s is a test, generated or no source, and does not count', (file) => {
  expect(isCounted(file)).toBe(false);
});

test.each([
  'app/page.tsx',
  'app/globals.css',
  'middleware.ts',
  'supabase/schemas/03_sessions.sql',
  'lab/bench/x.mjs',
])('%s counts', (file) => {
  expect(isCounted(file)).toBe(true);
});

test('each room counts once, the largest first, and a file that is gone counts nothing', () => {
  const files = write({
    'middleware.ts': 3,
    'app/a/page.tsx': 10,
    'app/page.tsx': 5,
    'lib/env.ts': 4,
    'lib/auth/flow/next.ts': 7,
    'server/start.ts': 6,
    'packages/cli/src/main.ts': 100,
    'deploy/image/server.mjs': 9,
    'lab/bench/scale/call.mjs': 50,
    'app/page.test.tsx': 1000,
  });
  const rooms = countRooms(folder, [...files, 'app/gone.ts']);
  expect(rooms.map(({ name, files, lines }) => [name, files, lines])).toEqual([
    ['packages/cli', 1, 100],
    ['lab/bench', 1, 50],
    ['app', 2, 15],
    ['deploy', 1, 9],
    ['lib/auth', 1, 7],
    ['server', 1, 6],
    ['lib', 1, 4],
    ['root', 1, 3],
  ]);
  expect(sumSizes(rooms)).toEqual({ site: 35, root: 44 });
});

test('docs/architecture.md names the same limits', () => {
  const text = readFileSync(inProject('docs/architecture.md'), 'utf8');
  for (const limit of Object.values(limits)) expect(text).toContain(`${limit.toLocaleString('en')} lines`);
});
