import { connectClient, firstPassword, makeEmail, postAuth, signUpAtAuth } from '../../testing/sign-in.ts';
import { makeWallet, signText, writeStatement } from '../../testing/sign-solana-message.ts';
import { holdBackend, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const backend = holdBackend(() =>
  startLocalSupabase({
    env: {
      LOCAL_SUPABASE_SIGN_UP: '0',
      LOCAL_SUPABASE_MANUAL_LINKING: '0',
      LOCAL_SUPABASE_WEB3: '0',
      LOCAL_SUPABASE_PASSKEYS: '0',
    },
  }),
);

const read = async (answer: Response) => [answer.status, answer.headers.get('x-sb-error-code')];
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${backend.url}/auth/v1${path}`, {
    redirect: 'manual',
    ...init,
    headers: { apikey: backend.publishableKey, ...init.headers },
  });

/** An account that the project's own server has made, signed in. */
async function member() {
  const email = makeEmail();
  const { admin } = connectClient(backend, backend.secretKey).auth;
  const made = await admin.createUser({ email, password: firstPassword, email_confirm: true });
  if (made.error) throw made.error;
  const client = connectClient(backend);
  const { data } = await client.auth.signInWithPassword({ email, password: firstPassword });
  return { client, identity: made.data.user.identities?.[0], session: data.session };
}

test('the settings say so', async () => {
  expect(await (await ask('/settings')).json()).toMatchObject({
    external: { github: false, google: false },
    disable_signup: true,
    passkeys_enabled: false,
  });
});

test('a provider and a wallet are refused', async () => {
  expect(await (await ask('/authorize?provider=github')).json()).toMatchObject({
    error_code: 'validation_failed',
    msg: 'Unsupported provider: provider is not enabled',
  });
  const wallet = makeWallet();
  const message = writeStatement(wallet.address);
  const body = { chain: 'solana', message, signature: signText(wallet, message) };
  expect(await read(await postAuth(backend, '/token?grant_type=web3', body))).toEqual([
    422,
    'web3_provider_disabled',
  ]);
});

test('no account is made for anybody but the own server', async () => {
  const email = makeEmail();
  for (const [path, body, code] of [
    ['/signup', { email, password: firstPassword }, 'signup_disabled'],
    ['/otp', { email }, 'signup_disabled'],
    ['/otp', { email, create_user: false }, 'otp_disabled'],
  ] as const)
    expect(await read(await postAuth(backend, path, body))).toEqual([422, code]);
  await member();
});

test('nothing is linked or unlinked', async () => {
  const { client, identity } = await member();
  if (!identity) throw new Error('No identity.');
  const { error } = await client.auth.unlinkIdentity(identity);
  expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
  const linked = await client.auth.linkIdentity({
    provider: 'github',
    options: { skipBrowserRedirect: true },
  });
  expect(linked.error?.code).toBe('manual_linking_disabled');
});

test('passkeys are refused to all but the secret key', async () => {
  const { session } = await member();
  for (const [method, path] of [
    ['POST', '/passkeys/authentication/options'],
    ['POST', '/passkeys/authentication/verify'],
    ['POST', '/passkeys/registration/options'],
    ['POST', '/passkeys/registration/verify'],
    ['GET', '/passkeys'],
    ['PATCH', '/passkeys/nonsense'],
    ['DELETE', '/passkeys/nonsense'],
  ] as const) {
    const answer = await ask(path, { method, headers: { authorization: `Bearer ${session?.access_token}` } });
    expect([path, ...(await read(answer))]).toEqual([path, 404, 'passkey_disabled']);
  }
  const { passkey } = connectClient(backend, backend.secretKey).auth.admin;
  expect((await passkey.listPasskeys({ userId: session?.user.id ?? '' })).data).toEqual([]);
});

test('a relying party with a port in it starts, and begins no ceremony', async () => {
  const odd = await startLocalSupabase({ env: { LOCAL_SUPABASE_RP_ID: 'localhost:3000' } });
  const { session } = await signUpAtAuth(odd);
  const headers = { authorization: `Bearer ${session.access_token}` };
  for (const ceremony of ['authentication', 'registration']) {
    const answer = await postAuth(odd, `/passkeys/${ceremony}/options`, {}, headers);
    expect(await read(answer)).toEqual([500, 'unexpected_failure']);
  }
  await odd.stop();
});
