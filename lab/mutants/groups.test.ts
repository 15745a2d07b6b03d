import { globSync } from 'node:fs';
import groups from './groups.json';
import leftOut from './left-out.json';
import survivors from './survivors.json';

/** Proofs, sessions, and the rules for redirects and requests. */
const mustBeTried = [
  'lib/{proofs,session,http}/*.ts',
  'server/{,next-formats/}*.ts',
  'lib/flow/{safe-redirect,with-next}.ts',
  'middleware.ts',
];

const tried = Object.values(groups).flatMap(({ mutate }) => mutate.flatMap(namesOf));
const untried = leftOut.flatMap(({ files }) => files.flatMap(namesOf));

test.each(Object.entries(groups))(
  'every file that the group %s names is there',
  (_name, { mutate, tests }) => {
    const named = [...mutate, ...tests].flatMap(namesOf);
    expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
  },
);

test('every file with an explained survivor is there, and is in a group', () => {
  const files = new Set(survivors.map(({ file }) => file));
  expect([...files].filter((file) => globSync(file).length === 0)).toEqual([]);
  expect([...files].filter((file) => !tried.includes(file))).toEqual([]);
});

test('every file about proofs, sessions, redirects and requests is in a group, or left out for a reason', () => {
  const files = globSync(mustBeTried).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !tried.includes(file) && !untried.includes(file))).toEqual([]);
});

test('what is left out is there, once, is in no group, and the reason is a sentence', () => {
  expect(untried.filter((file) => globSync(file).length === 0)).toEqual([]);
  expect(untried.filter((file, at) => untried.indexOf(file) < at || tried.includes(file))).toEqual([]);
  for (const { reason } of leftOut) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

/** A pattern with braces stands for several. */
function namesOf(pattern: string): string[] {
  const [before, among, after] = pattern.split(/[{}]/);
  return among === undefined ? [pattern] : among.split(',').map((name) => `${before}${name}${after}`);
}
