import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles } from '../list-files.ts';
import { inProject, projectFolder } from '../project-folder.ts';
import { listExcesses, measureSizes } from './measure-sizes.ts';
import { isSource, isTest, sizes } from './sizes.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-sizes-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ...['lib/env.test.ts', 'packages/countersign/src/proof/statement.properties.test.ts'],
  ...['e2e/sign-up.spec.ts', 'e2e/fixtures/account.ts', 'lib/testing/end-timers.ts'],
])('%s counts as a test, not as source', (file) => {
  expect([isTest(file), isSource(file)]).toEqual([true, false]);
});

test.each(['next-env.d.ts', 'lib/supabase/database.types.ts', 'supabase/migrations/1_baseline.sql'])(
  '%s is generated, and is not counted',
  (file) => {
    expect([isTest(file), isSource(file)]).toEqual([false, false]);
  },
);

const lines = {
  ...{ 'middleware.ts': 3, 'app/page.tsx': 5, 'app/page.test.tsx': 1000, 'lib/auth/testing/sign-in.ts': 60 },
  ...{ 'packages/local-supabase/src/main.ts': 100, 'cli/main.ts': 8, 'deploy/image/server.mjs': 9 },
  ...{ 'lab/bench/call.mjs': 50, 'e2e/fixtures/account.ts': 20, 'README.md': 2000 },
};

test('each size counts the files it names, and one above its limit is reported', () => {
  for (const [file, count] of Object.entries(lines)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), 'x\n'.repeat(count));
  }
  const measures = measureSizes(folder, Object.keys(lines));
  expect(Object.fromEntries(measures.map(({ size, measured }) => [size.name, measured]))).toEqual({
    ...{ Site: 8, Root: 17, Commands: 8, Source: 175, Tests: 1080, Documents: 4 },
  });
  const [size] = sizes;
  if (!size) throw new Error('There is no size.');
  expect(listExcesses([{ size, measured: size.limit }])).toEqual([]);
  expect(listExcesses([{ size, measured: size.limit + 1 }])).toHaveLength(1);
});

test('the project is within its limits: node scripts/run.mjs scripts/sizes/print-sizes lists those exceeded', () => {
  expect(listExcesses(measureSizes(projectFolder, listFiles()))).toEqual([]);
});

test('docs/architecture.md names the same sizes and limits', () => {
  const text = readFileSync(inProject('docs/architecture.md'), 'utf8');
  for (const { name, contents, limit, unit } of sizes)
    expect(text).toContain(`| ${name} | ${contents} | ${limit.toLocaleString('en')} ${unit} |`);
});
