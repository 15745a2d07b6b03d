import { activityPath, notMePathOf, readActivityQuery, readEventId, spanOf } from './list-activity';

const read = (given: Record<string, string | string[]>) => readActivityQuery(Promise.resolve(given));
const all = { show: 'all', from: undefined, to: undefined, zone: undefined, before: undefined };

test('a filter survives its own link, and each malformed part alone is ignored', async () => {
  const given = { show: 'apps', from: '2026-02-28', to: '2026-11-20', zone: 'Asia/Kolkata', before: '7' };
  const query = await read(given);
  expect(query).toEqual({ ...given, before: 7 });
  expect(activityPath(query)).toBe(
    '/activity?show=apps&from=2026-02-28&to=2026-11-20&zone=Asia%2FKolkata&before=7',
  );
  const malformed = ['x', '', '2026-02-30', '0000-01-01', '2026-11-20T00:00Z', "2026-11-20' or 1=1", '\0'];
  for (const part of ['show', 'from', 'to', 'zone', 'before'])
    for (const value of [...malformed, ['2026-11-20', 'apps'], '__proto__', '9'.repeat(20)])
      expect([part, value, await read({ [part]: value })]).toEqual([part, value, all]);
});

test('only the ID of an event gets into a link', () => {
  for (const id of ['0', '-1', '1e3', '//evil.example', '1&done=1', undefined])
    expect(notMePathOf(readEventId(id))).toBe('/activity/not-me');
  expect(notMePathOf(readEventId('42'))).toBe('/activity/not-me?entry=42');
});

test.each([
  ['UTC', undefined, '2026-03-29T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
  ['a day of 23 hours', 'Europe/Lisbon', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
  ['half an hour', 'Asia/Kolkata', '2026-03-28T18:30:00.000Z', '2026-03-29T18:30:00.000Z'],
  ['the far east', 'Pacific/Kiritimati', '2026-03-28T10:00:00.000Z', '2026-03-29T10:00:00.000Z'],
  ['the far west', 'Pacific/Pago_Pago', '2026-03-29T11:00:00.000Z', '2026-03-30T11:00:00.000Z'],
])("a day begins and ends at the zone's midnights: %s", (_, zone, since, until) => {
  expect(spanOf({ show: 'all', from: '2026-03-29', to: '2026-03-29', zone })).toEqual({ since, until });
});
