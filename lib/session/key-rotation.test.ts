import { holdBackend, postRefresh, rotateKey, startLocalSupabase } from 'local-supabase/testing';
import { signUpPerson } from '../../supabase/testing/person';
import { pointSiteAt } from '../testing/point-site-at';

const backend = holdBackend(() => startLocalSupabase());
beforeAll(() => {
  pointSiteAt(backend);
});
afterEach(() => jest.restoreAllMocks());

/** Moves the clock without the timers, which the requests need. */
function passTime(milliseconds: number): void {
  const now = Date.now() + milliseconds;
  jest.spyOn(Date, 'now').mockReturnValue(now);
}

test('a new key is accepted within one fetch, and a removed one refused within ten minutes', async () => {
  const { verifyAccessToken } = await import('./verify-access-token');
  const statusOf = async (token: string) => (await verifyAccessToken(token)).status;
  const fetched = jest.spyOn(globalThis, 'fetch');
  const keySetFetches = () => fetched.mock.calls.filter(([url]) => String(url).endsWith('/jwks.json')).length;

  const { session } = await signUpPerson(backend);
  const oldToken = session.access_token;
  expect(await statusOf(oldToken)).toBe('valid');
  expect(keySetFetches()).toBe(1);

  await rotateKey(backend, 'add new');
  const newToken = String((await postRefresh(backend, session.refresh_token)).body.access_token);
  // Unknown key ids cause at most one fetch in 30 s.
  passTime(31_000);
  expect([await statusOf(newToken), await statusOf(oldToken)]).toEqual(['valid', 'valid']);
  expect(keySetFetches()).toBe(2);

  await rotateKey(backend, 'remove old');
  passTime(10 * 60_000);
  expect([await statusOf(oldToken), await statusOf(newToken)]).toEqual(['unknown-key', 'valid']);
  expect(keySetFetches()).toBe(3);
});
