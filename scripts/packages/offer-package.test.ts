import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { replaceArchives } from './offer-package';

test('a failed copy keeps the previous archive, and a successful one replaces it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-archives-'));
  writeFileSync(join(folder, 'countersign-1.0.0.tgz'), '');
  const next = join(folder, 'dist', 'countersign-2.0.0.tgz');
  mkdirSync(next, { recursive: true });
  expect(() => replaceArchives(folder, dirname(next))).toThrow();
  expect(readdirSync(folder)).toEqual(['countersign-1.0.0.tgz', 'dist']);
  rmSync(next, { recursive: true });
  writeFileSync(next, '');
  replaceArchives(folder, dirname(next));
  expect(readdirSync(folder)).toEqual(['countersign-2.0.0.tgz', 'dist']);
  rmSync(folder, { recursive: true });
});
