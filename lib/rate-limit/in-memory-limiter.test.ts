import { countInMemory } from './in-memory-limiter';

const start = Date.parse('2026-11-20T10:00:00Z');
const ofAccount = (name: string) => ({ key_hash: `account ${name}`, attempts: 3, window_seconds: 60 });
const ofEveryone = (name: string) => ({ key_hash: `everyone ${name}`, attempts: 4, window_seconds: 60 });

test('three attempts pass, and the fourth gets the time to wait', () => {
  const counter = ofAccount('ann');
  for (let count = 0; count < 3; count++) expect(countInMemory([counter], start)).toEqual({ ok: true });
  expect(countInMemory([counter], start + 20_000)).toEqual({
    ok: false,
    code: 'auth.too_many_attempts',
    retryAfterSeconds: 40,
  });
});

test('a window that has ended starts over', () => {
  const counter = ofAccount('bob');
  for (let count = 0; count < 4; count++) countInMemory([counter], start);
  const later = start + 60_000;
  const passed = [1, 2, 3, 4].map(() => countInMemory([counter], later).ok);
  expect(passed).toEqual([true, true, true, false]);
});

test('a counter that counts later is checked and not counted', () => {
  const total = { ...ofEveryone('mails'), counted_later: true };
  for (let count = 0; count < 10; count++) expect(countInMemory([total], start).ok).toBe(true);
  for (let count = 0; count < 4; count++) countInMemory([ofEveryone('mails')], start);
  expect(countInMemory([total], start).ok).toBe(false);
});
