import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inProject } from '../project-folder.ts';
import { roomOrder } from './room-order.ts';
import { writeImportRules } from './write-import-rules.ts';

test('biome.imports.json is what the order of the rooms makes: npm run imports writes it', () => {
  expect(readFileSync(inProject('biome.imports.json'), 'utf8')).toBe(writeImportRules());
});

test('each folder of lib has its place in the order, so that none is without rules', () => {
  const folders = globSync('lib/**/*.ts', { cwd: inProject() })
    .filter((file) => !/\.test\.ts$|^lib\/testing\//.test(file))
    .map((file) => file.split('/').slice(0, -1).join('/'));
  const known = (folder: string) =>
    roomOrder.some((room) => folder === room || folder.startsWith(`${room}/`));
  expect([...new Set(folders)].filter((folder) => folder !== 'lib' && !known(folder))).toEqual([]);
});

describe('the linter', () => {
  const refused: Record<string, [file: string, imported: string]> = {
    'a room of lib one after it': ['lib/flow/a.ts', '../session/viewer.ts'],
    'a room of lib one after it, further up': ['lib/auth/mail/b.ts', '../step-up/require-recent-auth.ts'],
    'a file of lib itself a room': ['lib/a.ts', './http/public-paths.ts'],
    'the catalogue a file beside it': ['lib/errors/a.ts', '../problem.ts'],
    'lib a component': ['lib/forms/a.ts', '@/components/ui/button'],
    'a component a page': ['components/a.tsx', '@/app/layout'],
    'a room of wallets one after it': ['components/wallet/demo/a.ts', '../list/wallet-row'],
    'a room of components one after it': ['components/ui/a.tsx', '@/components/session/session-channel'],
    'a page the local backend': ['app/a.ts', '../packages/local-solana/src/main.ts'],
    'the middleware a test helper': ['middleware.ts', './lib/testing/make-png.ts'],
    'the local backend the site': ['packages/local-supabase/src/auth/a.ts', '../../../../lib/env.ts'],
    'a test of the local backend the site': [
      'packages/local-supabase/src/auth/slow/a.test.ts',
      '../../../../../lib/env.ts',
    ],
    'what tests of the local backend share the site': [
      'packages/local-supabase/src/testing/a.ts',
      '../../../../supabase/testing/share-backend.ts',
    ],
    'a test the inside of the local backend': [
      'e2e/a.spec.ts',
      '../packages/local-supabase/src/testing/sign-in.ts',
    ],
    'a test of lib the inside of the local backend': [
      'lib/flow/a.test.ts',
      '../../packages/local-supabase/src/testing/sign-in.ts',
    ],
    'a test the laboratory': ['e2e/c.spec.ts', '../lab/mutants/compare-survivors.ts'],
    'a test of a command the laboratory': ['scripts/checks/c.test.ts', '../../lab/bench/format-table.mjs'],
    'a command a page': ['scripts/commands/a.ts', '../../app/layout.tsx'],
  };
  const allowed: [file: string, imported: string][] = [
    ['lib/session/c.ts', '../flow/next.ts'],
    ['lib/session/d.ts', '../supabase/fetch.ts'],
    ['components/wallet/list/c.tsx', '@/components/balance/balance-slot'],
    ['app/c.ts', '@/lib/env'],
    ['scripts/commands/c.ts', '../../packages/cli/src/plain-failure.ts'],
    ['e2e/b.spec.ts', 'local-supabase/testing'],
    ['lab/deploy/testing/d.ts', '../../../scripts/project-folder.ts'],
    ['lab/deploy/d.test.ts', '../programs/need-programs.ts'],
    ['packages/local-supabase/src/auth/slow/b.test.ts', '../../testing/sign-in.ts'],
    ['lib/flow/c.test.ts', '../session/viewer.ts'],
  ];
  const folder = mkdtempSync(join(tmpdir(), 'countersign-imports-'));
  let said = '';

  beforeAll(() => {
    writeFileSync(join(folder, 'biome.imports.json'), writeImportRules());
    writeFileSync(join(folder, 'biome.json'), '{ "extends": ["./biome.imports.json"] }');
    for (const [file, imported] of [...Object.values(refused), ...allowed]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `import '${imported}';\n`);
    }
    const args = ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none'];
    const { stdout, stderr } = spawnSync(inProject('node_modules/.bin/biome'), args, {
      cwd: folder,
      encoding: 'utf8',
    });
    said = stdout + stderr;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(Object.entries(refused))('refuses %s', (_, [file]) => {
    expect(said).toContain(`${file}:1:8 lint/style/noRestrictedImports`);
  });

  test('accepts what points to a room before, and leaves tests alone', () => {
    expect(said).toContain(`Found ${Object.keys(refused).length} errors.`);
  });
});
