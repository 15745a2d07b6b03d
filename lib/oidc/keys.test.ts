import { holdBackend } from 'local-supabase/testing';
import { accepted, callAsServer } from '../../supabase/testing/person';
import { startBackend } from '../../supabase/testing/share-backend';
import { readKeys } from './keys';

/** The server's secret keys. The backend's own key stays the same. */
const mockSecrets = { supabaseSecretKey: 'sb_secret_now', secretKeys: ['sb_secret_now'] };
jest.mock('../env', () => ({ environment: () => mockSecrets }));
jest.mock('../supabase/call-function', () => ({
  callFunction: async (name: string, parameters: Record<string, unknown>) => {
    const { data, refusal } = await callAsServer(backend, name, parameters);
    return refusal === null ? { ok: true, rows: data } : { ok: false, code: refusal };
  },
}));

/** A separate backend, because other tests sign with the project's keys. */
const backend = holdBackend(() => startBackend({}));
beforeEach(async () => {
  await replaceKeys();
  Object.assign(mockSecrets, { supabaseSecretKey: 'sb_secret_now', secretKeys: ['sb_secret_now'] });
});
afterEach(() => jest.restoreAllMocks());

type KeptKey = { kid: string; alg: string; sealed_key: string };
const replaceKeys = async (keys: KeptKey[] = []) =>
  accepted(await callAsServer<KeptKey[]>(backend, 'test_replace_oauth_keys', { p_keys: keys }));
const age = (interval: string) => callAsServer(backend, 'test_age_oauth_keys', { p_age: interval });
const idsOf = (keys: { kid?: string; alg?: string }[], alg = 'ES256') =>
  keys.filter((key) => key.alg === alg).map(({ kid }) => kid);

test('the first keys sign at once, and are the same for concurrent processes', async () => {
  const asked = await Promise.all([readKeys(), readKeys(), readKeys()]);
  for (const keys of asked) expect(keys.map(({ alg }) => alg)).toEqual(['ES256', 'RS256']);
  const settled = await readKeys();
  for (const keys of asked) expect(idsOf(keys)).toEqual(idsOf(settled));
});

test('a new key is published a day before it signs, and the previous one for another 90 days', async () => {
  const [old] = idsOf(await readKeys());
  await age('90 days');
  const published = idsOf(await readKeys());
  expect(published).toEqual([old, expect.any(String)]);
  await age('23 hours');
  expect(idsOf(await readKeys())).toEqual(published);
  await age('2 hours');
  expect(idsOf(await readKeys())).toEqual([published[1], old]);
  await age('88 days');
  expect(idsOf(await readKeys())).toContain(old);
  await age('3 days');
  expect(idsOf(await readKeys())).not.toContain(old);
});

test('a stored key reveals nothing of its private part', async () => {
  const keys = await readKeys();
  for (const { sealed_key } of await replaceKeys())
    for (const { d } of keys) {
      expect(sealed_key).not.toContain(String(d));
      expect(Buffer.from(sealed_key, 'base64url').toString('latin1')).not.toContain('kty');
    }
});

test('the previous secret key opens them, and the current one reseals them', async () => {
  const before = idsOf(await readKeys());
  Object.assign(mockSecrets, {
    supabaseSecretKey: 'sb_secret_next',
    secretKeys: ['sb_secret_next', 'sb_secret_now'],
  });
  expect(idsOf(await readKeys())).toEqual(before);
  mockSecrets.secretKeys = ['sb_secret_next'];
  expect(idsOf(await readKeys())).toEqual(before);
});

test('keys that neither secret key opens are replaced by one that signs at once, and logged', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const [lost] = idsOf(await readKeys());
  await age('2 minutes');
  Object.assign(mockSecrets, { supabaseSecretKey: 'sb_secret_other', secretKeys: ['sb_secret_other'] });
  const [fresh, ...others] = idsOf(await readKeys());
  expect(fresh).not.toBe(lost);
  expect(others).toEqual([]);
  expect(idsOf(await readKeys())).toEqual([fresh]);
  expect(said).toHaveBeenCalledTimes(2);
});
