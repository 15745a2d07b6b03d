import { globSync } from 'node:fs';
import groups from '../../tools/mutants/groups.json';
import survivors from '../../tools/mutants/survivors.json';

test.each(Object.entries(groups))(
  'every file that the group %s names is there',
  (_name, { mutate, tests }) => {
    const named = [...mutate, ...tests].flatMap(namesOf);
    expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
  },
);

test('every file with an explained survivor is there', () => {
  const files = new Set(survivors.map(({ file }) => file));
  expect([...files].filter((file) => globSync(file).length === 0)).toEqual([]);
});

/** A pattern with braces stands for several. */
function namesOf(pattern: string): string[] {
  const [before, among, after] = pattern.split(/[{}]/);
  return among === undefined ? [pattern] : among.split(',').map((name) => `${before}${name}${after}`);
}
