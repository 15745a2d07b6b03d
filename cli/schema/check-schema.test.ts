import { describeCheck } from './check-schema';
import { explainFailure } from './explain-failure';

const known = '20270101000000';
const lacking = {
  isNewer: false,
  isEmpty: false,
  expectedVersion: known,
  missing: ['index countersign.some'],
  changed: [],
  extra: [],
};

test('apply creates what an older schema lacks, but not objects that were dropped by hand', () => {
  expect(describeCheck({ ...lacking, version: '20261128000000' })).toContain(
    'npm run schema -- apply upgrades it.',
  );
  const atVersion = describeCheck({ ...lacking, version: known });
  expect(atVersion).not.toContain('npm run schema -- apply');
  expect(atVersion).toContain('npm run doctor -- --fix-sql');
});

test('describes an empty database in one line, with the next step', () => {
  const missing = Array.from({ length: 500 }, (_, place) => `table countersign.t${place}`);
  expect(describeCheck({ ...lacking, version: null, isEmpty: true, missing })).toBe(
    `The database has no schema of Countersign yet: npm run schema -- apply creates all 500 objects of ${known}.`,
  );
});

test('reports what apply would refuse, and the alternative', () => {
  const unknown = describeCheck({ ...lacking, version: null });
  expect(unknown).toContain('undo what differs, or restore a backup');
  expect(unknown).not.toContain('apply upgrades it');
});

test.each([
  ['53100', 'The disk of the database is full. Free space'],
  ['25006', 'The database is read-only: a replica, in recovery'],
  ['ECONNREFUSED', 'Nothing listens at the host and port'],
])('%s of PostgreSQL or the connection has its own sentence', (code, sentence) => {
  expect(explainFailure({ code, message: 'no password here' })).toContain(sentence);
});
