import { isCheckDue } from './is-check-due';

const now = Date.parse('2026-11-20T12:00:00Z');
const seconds = (count: number) => count * 1000;

test('an open page sends nothing while the token lasts more than three ticks', () => {
  for (let open = 0; open <= 3600 - 91; open += 30) {
    const known = { expiresAt: now + seconds(3600), checkedAt: now + seconds(open - 30) };
    expect([open, isCheckDue(known, now + seconds(open))]).toEqual([open, false]);
  }
});

test.each([
  [91, false],
  [90, false],
  [89, true],
  [0, true],
  [-3600, true],
])('with %i s left it is due: %p', (left, due) => {
  expect(isCheckDue({ expiresAt: now + seconds(left), checkedAt: now - seconds(30) }, now)).toBe(due);
});

test.each([
  ['a background tab whose timer runs once a minute', 60, false],
  ['a page that slept for two minutes', 120, true],
  ['a page that slept for a night, of a session that lasts longer', 8 * 3600, true],
  ['a clock that was set back', -1, true],
])('%s: %i s after the last check', (_, since, due) => {
  expect(isCheckDue({ expiresAt: now + seconds(24 * 3600), checkedAt: now - seconds(since) }, now)).toBe(due);
});
