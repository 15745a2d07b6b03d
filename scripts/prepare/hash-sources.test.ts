import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSources } from './hash-sources.ts';

let folder: string;

function write(path: string, content: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hash-sources-'));
  write('app/page.tsx', 'one');
  write('middleware.ts', 'two');
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each(
  `app/page.tsx app/(signed-in)/wallets/page.tsx components/ui/button.tsx lib/errors.ts
    public/fonts/serif.woff2 middleware.ts instrumentation.ts next.config.mjs
    packages/countersign/src/proof/verify.ts packages/mobile-wallet/src/mobile-wallet.ts
    packages/countersign/SKILL.md scripts/pages/render-document.ts scripts/project-folder.ts
    tsconfig.json package-lock.json`.split(/\s+/),
)('builds again when %s changes', (path) => {
  const before = hashSources(folder);
  write(path, 'changed');
  expect(hashSources(folder)).not.toBe(before);
});

test.each([
  'app/page.test.tsx',
  'e2e/sign-in.spec.ts',
  'packages/local-supabase/src/main.ts',
  'next-env.d.ts',
  '.env.local',
])('does not build again when %s changes', (path) => {
  const before = hashSources(folder);
  write(path, 'changed');
  expect(hashSources(folder)).toBe(before);
});

test('builds again when a file is renamed', () => {
  const before = hashSources(folder);
  renameSync(join(folder, 'app/page.tsx'), join(folder, 'app/other.tsx'));
  expect(hashSources(folder)).not.toBe(before);
});
