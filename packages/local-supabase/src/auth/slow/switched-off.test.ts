import { connectClient, firstPassword, makeEmail, postAuth } from '../../testing/sign-in.ts';
import { makeWallet, signText, writeStatement } from '../../testing/sign-solana-message.ts';
import { holdBackend, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const off = ['SIGN_UP', 'MANUAL_LINKING', 'WEB3', 'PASSKEYS'].map((name) => [`LOCAL_SUPABASE_${name}`, '0']);
const backend = holdBackend(() => startLocalSupabase({ env: Object.fromEntries(off) }));
const oddPasskeys = holdBackend(() =>
  startLocalSupabase({ env: { LOCAL_SUPABASE_RP_ID: 'localhost:3000' } }),
);

/** An account created with the secret key, since sign-ups are off. */
async function openMember() {
  const credentials = { email: makeEmail(), password: firstPassword };
  const { admin } = connectClient(backend, backend.secretKey).auth;
  const { data } = await admin.createUser({ ...credentials, email_confirm: true });
  const client = connectClient(backend);
  const { session } = (await client.auth.signInWithPassword(credentials)).data;
  return { client, user: data.user, identity: data.user?.identities?.[0], token: session?.access_token };
}

test('disabled features are refused, except with the secret key', async () => {
  const { client, user, identity, token } = await openMember();
  const ask = async (method: string, path: string, body?: object) => {
    const headers = {
      apikey: backend.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    const answer = await fetch(`${backend.url}/auth/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return [answer.status, ((await answer.json()) as { error_code: string }).error_code];
  };
  const [email, wallet] = [makeEmail(), makeWallet()];
  const message = writeStatement(wallet.address);
  const signed = { chain: 'solana', message, signature: signText(wallet, message) };
  for (const [path, body, answer] of [
    ['/signup', { email, password: firstPassword }, [422, 'signup_disabled']],
    ['/otp', { email }, [422, 'signup_disabled']],
    ['/otp', { email, create_user: false }, [422, 'otp_disabled']],
    ['/token?grant_type=web3', signed, [422, 'web3_provider_disabled']],
  ] as const)
    expect([path, await ask('POST', path, body)]).toEqual([path, answer]);
  expect(await ask('GET', '/authorize?provider=github')).toEqual([400, 'validation_failed']);
  expect(await ask('GET', '/user/identities/authorize?provider=github')).toEqual([
    404,
    'manual_linking_disabled',
  ]);
  expect(await ask('DELETE', `/user/identities/${identity?.identity_id}`)).toEqual([
    404,
    'manual_linking_disabled',
  ]);
  for (const asked of [
    ...['authentication', 'registration'].flatMap((of) => [
      `POST /passkeys/${of}/options`,
      `POST /passkeys/${of}/verify`,
    ]),
    ...['GET /passkeys', 'PATCH /passkeys/nonsense', 'DELETE /passkeys/nonsense'],
  ]) {
    const [method = '', path = ''] = asked.split(' ');
    const answer = await ask(method, path, method === 'GET' ? undefined : {});
    expect([asked, answer]).toEqual([asked, [404, 'passkey_disabled']]);
  }
  const { passkey } = connectClient(backend, backend.secretKey).auth.admin;
  expect((await passkey.listPasskeys({ userId: user?.id ?? '' })).data).toEqual([]);
  const settings = await fetch(`${backend.url}/auth/v1/settings`, {
    headers: { apikey: backend.publishableKey },
  });
  expect(await settings.json()).toMatchObject({
    ...{ external: { github: false, google: false }, disable_signup: true, passkeys_enabled: false },
  });
  expect((await client.auth.getUser()).error).toBeNull();
});

test('with an invalid relying party ID the backend starts, and begins no ceremony', async () => {
  const answer = await postAuth(oddPasskeys, '/passkeys/authentication/options', {});
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([500, 'unexpected_failure']);
});
