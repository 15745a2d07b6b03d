import { groupByDay } from './day-groups';

const days = (times: string[], now: string, zone: 'utc' | 'local') =>
  groupByDay(
    times.map((at) => ({ at })),
    now,
    zone,
  ).map(({ day, rows }) => `${day}: ${rows.length}`);

it('groups events by today, yesterday and date, and marks days of UTC', () => {
  const times = [
    '2026-11-22T00:00:00Z',
    '2026-11-21T23:59:59Z',
    '2026-11-21T00:00:00Z',
    '2026-11-20T12:00:00Z',
  ];
  expect(days(times, '2026-11-22T23:00:00Z', 'utc')).toEqual([
    'Today (UTC): 1',
    'Yesterday (UTC): 2',
    '20 Nov 2026: 1',
  ]);
});

it("uses the reader's midnight once their time zone is known", () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
  expect(days([at(22, 0), at(21, 23), at(20, 23)], at(22, 1), 'local')).toEqual([
    'Today: 1',
    'Yesterday: 1',
    '20 Nov 2026: 1',
  ]);
});

it('finds yesterday across the end of a month, and after a night with an hour more or less', () => {
  expect(days(['2026-02-28T10:00:00Z'], '2026-03-01T00:10:00Z', 'utc')).toEqual(['Yesterday (UTC): 1']);
  for (const month of [2, 9])
    for (let day = 20; day <= 31; day++) {
      const now = new Date(2026, month, day, 0, 30).toISOString();
      const before = new Date(2026, month, day - 1, 23, 30).toISOString();
      expect(days([before], now, 'local')).toEqual(['Yesterday: 1']);
    }
});
