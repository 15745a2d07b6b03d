import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './find-postgres.ts';

test('a missing version fails with one sentence that says how to install it', () => {
  expect(() => findPostgres('9')).toThrow(
    /^PostgreSQL 9 is not here: npm ci --prefix lab\/programs\/postgres brings [^.]*\.$/,
  );
});

test("uses Debian's PostgreSQL only if it has that version", () => {
  const root = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  try {
    mkdirSync(join(root, '91', 'bin'), { recursive: true });
    writeFileSync(join(root, '91', 'bin', 'postgres'), '', { mode: 0o755 });
    expect(findPostgres('91', root)).toBe(join(root, '91', 'bin'));
    expect(() => findPostgres('1', root)).toThrow('PostgreSQL 1 is not here');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
