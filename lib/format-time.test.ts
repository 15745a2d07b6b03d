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

it('throws on text that is no time', () => {
  expect(() => formatTime('yesterday')).toThrow(RangeError);
});
