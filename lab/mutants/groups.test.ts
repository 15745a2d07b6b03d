import { globSync, readFileSync } from 'node:fs';
import groups from './groups.json';
import leftOut from './left-out.json';
import survivors from './survivors.json';

/** Files about proofs, sessions, redirects and requests. */
const mustBeTried = ['lib/{proofs,session,http}/*.ts', 'server/{,next-formats/}*.ts', 'middleware.ts'];

/** Stryker's notation for lines. The rest of such a file is excluded with a reason. */
const range = /:(\d+)-(\d+)$/;
const tried = Object.values(groups).flatMap(({ mutate }) => mutate.flatMap(namesOf));
const untried = leftOut.flatMap(({ files }) => files.flatMap(namesOf));

test.each(Object.entries(groups))('every file that the group %s names exists', (_name, { mutate, tests }) => {
  const named = [...mutate, ...tests].flatMap(namesOf);
  expect(named.filter((path) => globSync(path.replace(range, '')).length === 0)).toEqual([]);
});

test('a group that names lines of a file names one whole function', () => {
  for (const path of tried.filter((path) => range.test(path))) {
    const [, first = '', last = ''] = range.exec(path) ?? [];
    const lines = readFileSync(path.replace(range, ''), 'utf8')
      .split('\n')
      .slice(Number(first) - 1, Number(last));
    expect(lines.join('\n')).toMatch(/^export async function (?:(?!\n\}\n).)*\n\}$/s);
  }
});

test('every file with an explained survivor exists and is in a group', () => {
  const files = new Set(survivors.map(({ file }) => file));
  expect([...files].filter((file) => globSync(file).length === 0)).toEqual([]);
  expect([...files].filter((file) => !tried.includes(file))).toEqual([]);
});

test('every file about proofs, sessions, redirects and requests is in a group, or excluded with a reason', () => {
  const files = globSync(mustBeTried).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !tried.includes(file) && !untried.includes(file))).toEqual([]);
});

test('every excluded file exists, is listed once and in no group, and has a sentence as its reason', () => {
  expect(untried.filter((file) => globSync(file).length === 0)).toEqual([]);
  expect(untried.filter((file, at) => untried.indexOf(file) < at || tried.includes(file))).toEqual([]);
  for (const { reason } of leftOut) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

/** Expands the braces of a pattern. */
function namesOf(pattern: string): string[] {
  const [before, among, after] = pattern.split(/[{}]/);
  return among === undefined ? [pattern] : among.split(',').map((name) => `${before}${name}${after}`);
}
