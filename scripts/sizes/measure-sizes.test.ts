import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles } from '../list-files.ts';
import { inProject, projectFolder } from '../project-folder.ts';
import { countRooms, listExcesses, measureSizes } from './measure-sizes.ts';
import { isSource, isTest, sizes } from './sizes.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-sizes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lines = {
  'middleware.ts': 3,
  'app/a/page.tsx': 10,
  'app/page.tsx': 5,
  'app/page.test.tsx': 1000,
  'lib/env.ts': 4,
  'lib/auth/flow/next.ts': 7,
  'lib/auth/testing/sign-in.ts': 60,
  'server/start.ts': 6,
  'packages/local-supabase/src/main.ts': 100,
  'cli/main.ts': 8,
  'deploy/image/server.mjs': 9,
  'lab/bench/call.mjs': 50,
  'e2e/fixtures/account.ts': 20,
  'README.md': 2000,
};
for (const [file, count] of Object.entries(lines)) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), 'x\n'.repeat(count));
}

test.each([
  ...['lib/env.test.ts', 'packages/countersign/src/proof/statement.properties.test.ts'],
  ...['e2e/sign-up.spec.ts', 'e2e/fixtures/account.ts', 'lib/testing/end-timers.ts'],
])('%s counts as a test, not as source', (file) => {
  expect([isTest(file), isSource(file)]).toEqual([true, false]);
});

test.each([
  ...['app/page.tsx', 'app/style/rules.pcss', 'middleware.ts', 'supabase/schemas/03_sessions.sql'],
  'lab/bench/scale.mjs',
])('%s counts as source, not as a test', (file) => {
  expect([isTest(file), isSource(file)]).toEqual([false, true]);
});

test.each([
  ...['next-env.d.ts', 'lib/supabase/database.types.ts', 'package.json'],
  'supabase/migrations/20260101000000_baseline.sql',
])('%s is generated or not code, and is not counted', (file) => {
  expect([isTest(file), isSource(file)]).toEqual([false, false]);
});

test('counts each room once, and sorts by lines of source', () => {
  expect(countRooms(folder, Object.keys(lines))).toEqual([
    { name: 'packages/local-supabase', source: 100, tests: 0 },
    { name: 'lab/bench', source: 50, tests: 0 },
    { name: 'app', source: 15, tests: 1000 },
    { name: 'deploy', source: 9, tests: 0 },
    { name: 'cli', source: 8, tests: 0 },
    { name: 'lib/auth', source: 7, tests: 60 },
    { name: 'server', source: 6, tests: 0 },
    { name: 'lib', source: 4, tests: 0 },
    { name: 'root', source: 3, tests: 0 },
    { name: 'e2e', source: 0, tests: 20 },
  ]);
});

test('each size counts the files it names', () => {
  const measured = measureSizes(folder, Object.keys(lines)).map(({ size, measured }) => [
    size.name,
    measured,
  ]);
  expect(Object.fromEntries(measured)).toEqual({
    ...{ Site: 35, Root: 44, Commands: 8, Source: 202, Tests: 1080, Documents: 4 },
  });
});

test('reports a size above its limit, but not one at its limit', () => {
  const [size] = sizes;
  if (!size) throw new Error('There is no size.');
  expect(listExcesses([{ size, measured: size.limit }])).toEqual([]);
  expect(listExcesses([{ size, measured: size.limit + 1 }])).toEqual([
    expect.stringContaining(`${size.name}: ${size.limit + 1} lines`),
  ]);
});

test('the project is within its limits: node scripts/run.mjs scripts/sizes/print-sizes lists those exceeded', () => {
  expect(listExcesses(measureSizes(projectFolder, listFiles()))).toEqual([]);
});

test('docs/architecture.md names the same sizes and limits', () => {
  const text = readFileSync(inProject('docs/architecture.md'), 'utf8');
  for (const { name, contents, limit, unit } of sizes)
    expect(text).toContain(`| ${name} | ${contents} | ${limit.toLocaleString('en')} ${unit} |`);
});
