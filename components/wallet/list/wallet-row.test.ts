import { writeAge } from './wallet-row';

it.each([
  ['2026-11-14T00:00:00Z', null],
  ['2026-08-22T00:00:00Z', null],
  ['2026-08-21T00:00:00Z', '3 months ago'],
  ['2026-06-20T00:00:00Z', '5 months ago'],
  ['2025-11-25T00:00:00Z', '11 months ago'],
  ['2025-11-19T00:00:00Z', '1 year ago'],
  ['2023-01-01T00:00:00Z', '3 years ago'],
  ['2027-01-01T00:00:00Z', null],
])('shows the age of a proof of %s only if it is older than 90 days', (iso, age) => {
  expect(writeAge(iso, '2026-11-20T00:00:00Z')).toBe(age);
});
