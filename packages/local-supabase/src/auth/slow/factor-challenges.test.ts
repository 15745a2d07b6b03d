import {
  currentCode,
  describeToken,
  enrol,
  enrollAndProve,
  prove,
  sessionOf,
  wrongCode,
} from '../../testing/second-factor.ts';
import { connectClient, postAuth, signInAtAuth, signUpAtAuth } from '../../testing/sign-in.ts';
import { siteUrl } from '../../testing/site-url.ts';
import { holdBackend, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const ageChallenges = `
create function countersign.age_challenges(of_user uuid) returns void language sql security definer set search_path = '' as
  $$ update auth.mfa_challenges set created_at = created_at - interval '301 seconds'
     where factor_id in (select id from auth.mfa_factors where user_id = of_user) $$;
`;

const backend = holdBackend(() =>
  startLocalSupabase({
    env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0', SITE_URL: siteUrl },
    extraMigrations: { '20990101000000_test_factors.sql': ageChallenges },
  }),
);

async function callAsServer(name: string, userId: string) {
  const { error } = await connectClient(backend, backend.secretKey).rpc(name, { of_user: userId });
  if (error) throw error;
}

test('a right code keeps the session, raises it, and gives a new refresh token', async () => {
  const { client, session: before } = await signUpAtAuth(backend);
  const enrolled = await enrol(client);
  const after = await prove(client, enrolled);
  expect(describeToken(before)).toMatchObject({ aal: 'aal1', methods: ['otp'] });
  expect(describeToken(after)).toEqual({
    aal: 'aal2',
    methods: ['totp', 'otp'],
    sessionId: describeToken(before).sessionId,
  });
  expect(after.refresh_token).not.toBe(before.refresh_token);
  expect(after.user.factors).toMatchObject([{ id: enrolled.factorId, status: 'verified' }]);
});

test('level and methods survive refreshes', async () => {
  const { client } = await signUpAtAuth(backend);
  await enrollAndProve(client);
  const proven = describeToken(await sessionOf(client));
  for (let count = 0; count < 2; count++) {
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(describeToken(await sessionOf(client))).toEqual(proven);
  }
});

test('signing in again starts at the first level and says that a second one is there', async () => {
  const { client, email } = await signUpAtAuth(backend);
  await enrollAndProve(client);
  const again = await signInAtAuth(backend, email);
  const { data } = await again.client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
});

test('a right code ends the sessions that gave none, and unfinished factors', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const other = await signInAtAuth(backend, email);
  await enrol(client, 'Abandoned');
  const { factorId } = await enrollAndProve(client, 'Phone');
  const { error } = await other.client.auth.getUser();
  expect(error?.name).toBe('AuthSessionMissingError');
  const { data } = await client.auth.mfa.listFactors();
  expect(data?.all.map(({ id }) => id)).toEqual([factorId]);
});

test('a session that gave a code outlives that of another', async () => {
  const { client, email } = await signUpAtAuth(backend);
  const enrolled = await enrollAndProve(client);
  const other = await signInAtAuth(backend, email);
  await prove(other.client, enrolled);
  expect((await client.auth.getUser()).error).toBeNull();
});

test('one code is taken twice within its window, as the hosted one does', async () => {
  const { client } = await signUpAtAuth(backend);
  const { factorId, secret } = await enrol(client);
  const code = currentCode(secret);
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
});

test('a challenge counts once, also for two codes at once', async () => {
  const { client, session } = await signUpAtAuth(backend);
  const { factorId, secret } = await enrol(client);
  const { data: challenge } = await client.auth.mfa.challenge({ factorId });
  const secondsLeft = (challenge?.expires_at ?? 0) - Date.now() / 1000;
  expect(secondsLeft).toBeGreaterThan(200);
  expect(secondsLeft).toBeLessThanOrEqual(300);
  const body = { challenge_id: challenge?.id, code: currentCode(secret) };
  const answers = await Promise.all(
    [1, 2].map(() =>
      postAuth(backend, `/factors/${factorId}/verify`, body, {
        authorization: `Bearer ${session.access_token}`,
      }),
    ),
  );
  const codes = answers.map((answer) => `${answer.status} ${answer.headers.get('x-sb-error-code')}`);
  expect(codes.sort()).toEqual(['200 null', '422 mfa_ip_address_mismatch']);
});

test('a wrong code is refused and raises nothing', async () => {
  const { client } = await signUpAtAuth(backend);
  const { factorId, secret } = await enrol(client);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: wrongCode(secret) });
  expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  await client.auth.refreshSession();
  expect(describeToken(await sessionOf(client)).aal).toBe('aal1');
});

test('a challenge is good for 300 seconds and then gone', async () => {
  const { client, session } = await signUpAtAuth(backend);
  const { factorId, secret } = await enrol(client);
  const { data } = await client.auth.mfa.challenge({ factorId });
  await callAsServer('age_challenges', session.user.id);
  const verify = () =>
    client.auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code: currentCode(secret) });
  expect((await verify()).error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  expect((await verify()).error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
});

test("another person's factor and another person's challenge are refused", async () => {
  const owner = await signUpAtAuth(backend);
  const stranger = await signUpAtAuth(backend);
  const owned = await enrol(owner.client);
  const own = await enrol(stranger.client);
  const { data: challenge } = await owner.client.auth.mfa.challenge({ factorId: owned.factorId });
  const { error: crossed } = await stranger.client.auth.mfa.verify({
    factorId: own.factorId,
    challengeId: challenge?.id ?? '',
    code: currentCode(own.secret),
  });
  expect(crossed).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
  for (const { error } of [
    await stranger.client.auth.mfa.challenge({ factorId: owned.factorId }),
    await stranger.client.auth.mfa.unenroll({ factorId: owned.factorId }),
  ]) {
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  }
});

test('a challenge asked for from one address is refused from another', async () => {
  const { client, session } = await signUpAtAuth(backend);
  const { factorId, secret } = await enrol(client);
  const forwarded = (address: string) => ({
    apikey: backend.secretKey,
    authorization: `Bearer ${session.access_token}`,
    'sb-forwarded-for': address,
  });
  const asked = await postAuth(backend, `/factors/${factorId}/challenge`, {}, forwarded('192.0.2.1'));
  const { id } = (await asked.json()) as { id: string };
  const body = { challenge_id: id, code: currentCode(secret) };
  const elsewhere = await postAuth(backend, `/factors/${factorId}/verify`, body, forwarded('192.0.2.2'));
  expect(elsewhere.headers.get('x-sb-error-code')).toBe('mfa_ip_address_mismatch');
  const here = await postAuth(backend, `/factors/${factorId}/verify`, body, forwarded('192.0.2.1'));
  expect(here.status).toBe(200);
});
