import { describeCheck } from './check-schema';

const known = '20261122170500';
const lacking = {
  isNewer: false,
  isEmpty: false,
  expectedVersion: known,
  missing: ['index countersign.some'],
  changed: [],
  extra: [],
};

test('what an older schema lacks is brought by apply, and what was taken away by hand is not', () => {
  expect(describeCheck({ ...lacking, version: '20261122090000' })).toContain('npm run schema -- apply');
  const atVersion = describeCheck({ ...lacking, version: known });
  expect(atVersion).not.toContain('npm run schema -- apply');
  expect(atVersion).toContain('npm run doctor -- --fix-sql');
});

test('an empty database is one line, with what to do', () => {
  const missing = Array.from({ length: 500 }, (_, place) => `table countersign.t${place}`);
  expect(describeCheck({ ...lacking, version: null, isEmpty: true, missing })).toBe(
    `The database has nothing of Countersign yet: npm run schema -- apply brings all 500 objects of ${known}.`,
  );
});
