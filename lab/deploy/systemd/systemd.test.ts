import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needPrograms } from '../../programs/need-programs.ts';
import { replaceInRecipe } from '../testing/replace-in-recipe.ts';

let folder: string;
let unit: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-unit-'));
  unit = join(folder, 'countersign@3000.service');
  // Node's path is Debian's, which may differ on this machine.
  const recipe = replaceInRecipe('deploy/systemd/countersign@.service', [
    ['/usr/bin/node', process.execPath],
  ]);
  writeFileSync(unit, recipe);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('systemd understands every line of the unit', () => {
  const { 'systemd-analyze': analyze } = needPrograms({ 'systemd-analyze': 'systemd' });
  const { status, stderr } = spawnSync(analyze, ['verify', '--man=no', unit], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

test('the unit may do no more than it needs', () => {
  const { 'systemd-analyze': analyze } = needPrograms({ 'systemd-analyze': 'systemd' });
  // The exposure level is out of 10; --threshold counts tenths. A service without restrictions has 9.2.
  const words = ['security', '--offline=yes', '--threshold=15', '--no-pager', unit];
  expect(execFileSync(analyze, words, { encoding: 'utf8' })).toMatch(/Overall exposure level .*: 1\.\d OK/);
});
