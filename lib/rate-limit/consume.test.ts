import { connectClient, holdBackend, startLocalSupabase } from 'local-supabase/testing';
import type { Failure } from '../result';
import { pointSiteAt } from '../testing/point-site-at';
import type { RateLimitSubject } from './consume';
import type { AttemptKind } from './limits';

const lookInside = `
create function countersign.test_end_windows() returns void language sql security definer set search_path = '' as
  $$ update countersign_private.rate_limits set window_ends_at = now() - interval '1 second' $$;
create function countersign.test_read_counters() returns jsonb language sql security definer set search_path = '' as
  $$ select coalesce(jsonb_agg(to_jsonb(a)), '[]') from countersign_private.rate_limits a $$;
`;

type Counter = { kind: string; key_hash: string; attempts: number };

const backend = holdBackend(() =>
  startLocalSupabase({ extraMigrations: { '20990101000000_look_inside.sql': lookInside } }),
);
let limits: typeof import('./consume');
beforeAll(async () => {
  pointSiteAt(backend);
  limits = await import('./consume');
});

async function callAsServer<Data>(name: string, parameters?: Record<string, unknown>): Promise<Data> {
  const { data, error } = await connectClient(backend, backend.secretKey).rpc(name, parameters);
  if (error) throw error;
  return data;
}

async function countPassing(
  kind: AttemptKind,
  limitSubject: RateLimitSubject,
  attempts: number,
): Promise<number> {
  let passed = 0;
  for (let count = 0; count < attempts; count++) {
    const taken = await limits.consumeAttempt(kind, limitSubject);
    if (taken.ok) passed += 1;
    else expect(taken.code).toBe('auth.too_many_attempts');
  }
  return passed;
}

/** One attempt on a test's counters, each with a window of an hour. */
function takeFrom(...counters: { key: string; attempts: number }[]) {
  return connectClient(backend, backend.secretKey).rpc('consume_rate_limit', {
    p_kind: 'sign_in',
    p_counters: counters.map(({ key, attempts }) => ({
      key_hash: key.repeat(64),
      attempts,
      window_seconds: 3600,
    })),
  });
}

test('an account has ten sign-in attempts, and then an error with the time to wait', async () => {
  const limitSubject = { account: 'ann@example.test' };
  expect(await countPassing('sign_in', limitSubject, 10)).toBe(10);
  const refused = (await limits.consumeAttempt('sign_in', { account: ' ANN@example.test ' })) as Failure;
  expect(refused).toEqual({
    ok: false,
    code: 'auth.too_many_attempts',
    retryAfterSeconds: expect.any(Number),
  });
  expect(refused.retryAfterSeconds).toBeGreaterThan(600);
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(900);
});

test('of 50 attempts at once exactly ten pass', async () => {
  const attempts = Array.from({ length: 50 }, () => takeFrom({ key: 'c', attempts: 10 }));
  const answers = await Promise.all(attempts);
  expect(answers.filter(({ error }) => error === null)).toHaveLength(10);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 429]));
});

test('a user who signed in starts over', async () => {
  const limitSubject = { account: 'forgetful@example.test' };
  expect(await countPassing('second_factor', limitSubject, 4)).toBe(4);
  expect(await limits.resetAttempts('second_factor', limitSubject)).toEqual({ ok: true });
  expect(await countPassing('second_factor', limitSubject, 6)).toBe(5);
});

test('the counters reveal neither account nor address', async () => {
  const secret = { account: 'secret@example.test', address: '198.51.100.77', knownBrowser: null };
  await limits.consumeAttempt('send_mail', secret);
  const counters = await callAsServer<Counter[]>('test_read_counters');
  expect(JSON.stringify(counters)).not.toMatch(/secret|198\.51/);
  for (const { key_hash } of counters) expect(key_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(counters.map(({ key_hash }) => key_hash)).size).toBe(counters.length);
});

test('a refused attempt is counted nowhere', async () => {
  const take = () => takeFrom({ key: 'a', attempts: 5 }, { key: 'b', attempts: 1 });
  expect((await take()).error).toBeNull();
  const { error, status } = await take();
  expect([status, error?.message]).toEqual([429, 'auth.too_many_attempts']);
  const counters = await callAsServer<Counter[]>('test_read_counters');
  const attempts = (digit: string) =>
    counters.find(({ key_hash }) => key_hash === digit.repeat(64))?.attempts;
  expect([attempts('a'), attempts('b')]).toEqual([1, 1]);
});

test('a window that has ended starts over, and its counter is deleted', async () => {
  const limitSubject = { account: 'patient@example.test' };
  expect(await countPassing('send_mail', limitSubject, 6)).toBe(5);
  await callAsServer('test_end_windows');
  expect(await countPassing('send_mail', limitSubject, 6)).toBe(5);
  const counters = await callAsServer<Counter[]>('test_read_counters');
  // Without a known network, there are two counters: the account's at unknown networks, and the account's.
  expect(counters.map(({ attempts }) => attempts)).toEqual([5, 5]);
});

test('while the database is unreachable a process counts for itself, by the same limits', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  const limitSubject = { account: 'outage@example.test' };
  expect(await countPassing('sign_in', limitSubject, 12)).toBe(10);
  const refused = (await limits.consumeAttempt('sign_in', limitSubject)) as Failure;
  expect(refused.retryAfterSeconds).toBeGreaterThan(600);
  fetched.mockRestore();
  // The database's count starts at zero.
  expect(await countPassing('sign_in', limitSubject, 11)).toBe(10);
});

test('an attempt without counters needs no database', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  expect(await limits.consumeAttempt('challenge', { address: null })).toEqual({ ok: true });
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
