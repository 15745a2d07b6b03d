import { describeCheck } from './check-schema';

const known = '20270101000000';
const lacking = {
  isNewer: false,
  isEmpty: false,
  isOlder: false,
  expectedVersion: known,
  missing: ['index countersign.some'],
  changed: [],
  extra: [],
};

test('what an older schema lacks is brought by apply, and what was taken away by hand is not', () => {
  expect(describeCheck({ ...lacking, version: '20261128000000' })).toContain(
    'npm run schema -- apply upgrades it.',
  );
  const atVersion = describeCheck({ ...lacking, version: known });
  expect(atVersion).not.toContain('npm run schema -- apply');
  expect(atVersion).toContain('npm run doctor -- --fix-sql');
});

test('an empty database is one line, with what to do', () => {
  const missing = Array.from({ length: 500 }, (_, place) => `table countersign.t${place}`);
  expect(describeCheck({ ...lacking, version: null, isEmpty: true, missing })).toBe(
    `The database has no schema of Countersign yet: npm run schema -- apply creates all 500 objects of ${known}.`,
  );
});

test('a schema of before 1.0.0 is one line, with what to do', () => {
  const names = Array.from({ length: 500 }, (_, place) => `function countersign.f${place}()`);
  expect(describeCheck({ ...lacking, version: '20261123111000', isOlder: true, missing: names })).toBe(
    'The database has the schema of a development version from before 1.0.0, which cannot be upgraded. ' +
      'Use an empty project: npm run schema -- apply refuses this one.',
  );
});

test('what apply would refuse is said, with what to do instead', () => {
  const unknown = describeCheck({ ...lacking, version: null });
  expect(unknown).toContain('undo what differs, or restore a backup');
  expect(unknown).not.toContain('apply upgrades it');
});
