import { formatAgo } from './format-ago';

const now = '2026-11-22T12:00:00Z';

it.each([
  ['2026-11-22T11:59:01Z', 'just now'],
  ['2026-11-22T12:00:30Z', 'just now'],
  ['2026-11-22T11:59:00Z', '1 minute ago'],
  ['2026-11-22T11:00:01Z', '59 minutes ago'],
  ['2026-11-22T11:00:00Z', '1 hour ago'],
  ['2026-11-22T13:00:00+03:00', '2 hours ago'],
  ['2026-11-21T12:00:01Z', '23 hours ago'],
  ['2026-11-21T12:00:00Z', '1 day ago'],
  ['2026-10-23T12:00:00Z', '30 days ago'],
])('%s is written as its age, and a future time as just now', (at, written) => {
  expect(formatAgo(at, now)).toBe(written);
});

it('returns null for text that is no time', () => {
  expect(formatAgo('yesterday', now)).toBeNull();
});
