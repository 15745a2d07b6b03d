import { describeToken, enrol, enrollAndProve, prove } from '../../testing/second-factor.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { connectClient, postAuth, signInAtAuth, signUpAtAuth } from '../../testing/sign-in.ts';
import { siteHost, siteUrl } from '../../testing/site-url.ts';
import { holdBackend } from '../../testing/start-local-supabase.ts';

const changeFactors = `
create function countersign.test_age_factors(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.mfa_factors set created_at = created_at - interval '301 seconds' where user_id = of_user $$;
create function countersign.test_remove_email(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.users set email = null where id = of_user $$;
`;

const backend = holdBackend(() =>
  shareLocalSupabase('factors', {
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0', SITE_URL: siteUrl },
    extraMigrations: { '20990101000000_test_factors.sql': changeFactors },
  }),
);

async function callAsServer(name: string, userId: string) {
  const { error } = await connectClient(backend, backend.secretKey).rpc(name, { of_user: userId });
  if (error) throw error;
}

test('enrolling gives the secret as text, as an address and as a picture', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,.*<svg .*<\/svg>\s*$/s);
  const uri = new URL(data?.totp.uri ?? '');
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain(`${siteHost}:${email}`);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: siteHost,
    secret: data?.totp.secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  const { data: known } = await client.auth.getUser();
  expect(known.user?.factors).toMatchObject([
    { id: data?.id, friendly_name: 'Phone', factor_type: 'totp', status: 'unverified' },
  ]);
  expect(JSON.stringify(known.user)).not.toContain(data?.totp.secret);
});

test.each(['Phone', ''])('a second factor of the name "%s" is refused', async (friendlyName) => {
  const { client } = await signUpAtAuth(backend);
  await enrol(client, friendlyName);
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
});

test('an eleventh factor is refused', async () => {
  const { client } = await signUpAtAuth(backend);
  for (let count = 1; count <= 10; count++) await enrol(client, `Phone ${count}`);
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' });
  expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
});

test('a factor that was given up before its first challenge is forgotten after five minutes', async () => {
  const { client, session } = await signUpAtAuth(backend);
  await enrol(client, 'Phone');
  await callAsServer('test_age_factors', session.user.id);
  const { factorId } = await enrol(client, 'Phone');
  const { data } = await client.auth.mfa.listFactors();
  expect(data?.all.map(({ id }) => id)).toEqual([factorId]);
});

test('with a second factor, a session without its code changes nothing that matters', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const { factorId } = await enrollAndProve(client);
  const stolen = (await signInAtAuth(backend, email)).client;
  const refusals = [
    (await stolen.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error,
    (await stolen.auth.mfa.unenroll({ factorId })).error,
    (await stolen.auth.updateUser({ password: 'a new password' })).error,
    (await stolen.auth.updateUser({ email: 'mine@example.test' })).error,
  ];
  expect(refusals.map((error) => [error?.status, error?.code])).toEqual(
    [403, 422, 401, 401].map((status) => [status, 'insufficient_aal']),
  );
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull();
});

test('removing the last factor takes every session it was proven in back to the first level', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const enrolled = await enrollAndProve(client);
  const other = await signInAtAuth(backend, email);
  await prove(other.client, enrolled);
  expect((await client.auth.mfa.unenroll({ factorId: enrolled.factorId })).error).toBeNull();
  for (const one of [client, other.client]) {
    const { data } = await one.auth.refreshSession();
    if (!data.session) throw new Error('The session was ended.');
    expect(describeToken(data.session)).toMatchObject({ aal: 'aal1' });
    expect(describeToken(data.session).methods).not.toContain('totp');
    expect(data.user).not.toHaveProperty('factors');
  }
});

test('an unfinished factor can be removed at the first level', async () => {
  const { client } = await signUpAtAuth(backend);
  const { factorId } = await enrol(client);
  expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
});

test('an account without an e-mail cannot enrol, as at the hosted one', async () => {
  const { client, session } = await signUpAtAuth(backend);
  await callAsServer('test_remove_email', session.user.id);
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  expect(error).toMatchObject({ status: 500 });
  const { data } = await client.auth.getUser();
  expect(data.user).not.toHaveProperty('factors');
});

test.each([
  ['phone', 422, 'mfa_phone_enroll_not_enabled'],
  ['webauthn', 422, 'mfa_webauthn_enroll_not_enabled'],
  ['voice', 400, 'validation_failed'],
])('a factor of the kind %s is refused', async (kind, status, code) => {
  const { session } = await signUpAtAuth(backend);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const answer = await postAuth(backend, '/factors', { factor_type: kind, friendly_name: 'Phone' }, headers);
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
});

describe('the server', () => {
  test('sees and removes the factors of somebody who lost their phone', async () => {
    const { client, session } = await signUpAtAuth(backend);
    const { factorId } = await enrollAndProve(client);
    const { mfa } = connectClient(backend, backend.secretKey).auth.admin;
    const userId = session.user.id;
    const { data: listed } = await mfa.listFactors({ userId });
    expect(listed?.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect((await mfa.deleteFactor({ userId, id: factorId })).error).toBeNull();
    expect((await mfa.listFactors({ userId })).data?.factors).toEqual([]);
    const { data } = await client.auth.refreshSession();
    expect(data.session && describeToken(data.session).aal).toBe('aal1');
  });

  test("removes no factor under another account's id", async () => {
    const owner = await signUpAtAuth(backend);
    const { factorId } = await enrollAndProve(owner.client);
    const other = await signUpAtAuth(backend);
    const { mfa } = connectClient(backend, backend.secretKey).auth.admin;
    const { error } = await mfa.deleteFactor({ userId: other.session.user.id, id: factorId });
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    expect((await owner.client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });

  test('is nobody without the secret key', async () => {
    const { client, session } = await signUpAtAuth(backend);
    await enrol(client);
    const path = `${backend.url}/auth/v1/admin/users/${session.user.id}/factors`;
    const anonymous = await fetch(path, { headers: { apikey: backend.publishableKey } });
    expect([anonymous.status, anonymous.headers.get('x-sb-error-code')]).toEqual([403, 'not_admin']);
    for (const apikey of [backend.publishableKey, backend.secretKey]) {
      const headers = { apikey, authorization: `Bearer ${session.access_token}` };
      const person = await fetch(path, { headers });
      expect([person.status, person.headers.get('x-sb-error-code')]).toEqual([403, 'not_admin']);
    }
  });
});
