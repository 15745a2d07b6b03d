import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needPrograms, postgresFolders } from './need-programs.ts';

test('returns the path of a program', () => {
  expect(needPrograms({ sh: 'dash' }).sh).toMatch(/\/sh$/);
});

test('fails with one line that says how to install a missing program', () => {
  expect(() => needPrograms({ sh: 'dash', 'no-such-program': 'its-package' })).toThrow(
    /^This test needs no-such-program\. On Debian: apt-get install its-package$/,
  );
});

test('prefers the newest PostgreSQL that has a server', () => {
  const root = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  try {
    for (const version of ['9', '15', '17', '18', 'common'])
      mkdirSync(join(root, version, 'bin'), { recursive: true });
    // 18 has only clients.
    for (const version of ['9', '15', '17', 'common'])
      writeFileSync(join(root, version, 'bin', 'postgres'), '', { mode: 0o755 });
    expect(postgresFolders(root)).toEqual(['17', '15', '9'].map((version) => join(root, version, 'bin')));
    expect(postgresFolders(join(root, 'nowhere'))).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
