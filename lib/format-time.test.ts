import { formatAgo } from './format-ago';
import { formatTime, writeClock, writeDate } from './format-time';

it.each([
  ['2026-11-14T10:12:59.999Z', '14 Nov 2026, 10:12 UTC'],
  ['2026-09-04T00:00:00Z', '4 Sep 2026, 00:00 UTC'],
  ['2026-12-31T23:30:00.123456-01:00', '1 Jan 2027, 00:30 UTC'],
])('writes %s in UTC, whatever its offset', (at, written) => {
  expect(formatTime(at)).toBe(written);
  expect(writeDate(at)).toBe(written.split(',')[0]);
  expect(writeClock(at)).toBe(written.split(', ')[1]);
});

it.each([
  [new Date(2026, 10, 20, 0, 5), '20 Nov 2026, 00:05'],
  [new Date(2026, 6, 1, 23, 59, 59), '1 Jul 2026, 23:59'],
])("writes a time in the runtime's zone without naming it", (time, written) => {
  expect(formatTime(time.toISOString(), 'local')).toBe(written);
  expect(writeDate(time.toISOString(), 'local')).toBe(written.split(',')[0]);
  expect(writeClock(time.toISOString(), 'local')).toBe(written.split(', ')[1]);
});

it('throws on text that is no time, which has no age', () => {
  expect(() => formatTime('yesterday')).toThrow(RangeError);
  expect(formatAgo('yesterday', now)).toBeNull();
});

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
