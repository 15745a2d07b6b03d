import { connectClient, firstPassword, makeEmail, postAuth } from '../../testing/sign-in.ts';
import { makeWallet, signText, writeStatement } from '../../testing/sign-solana-message.ts';
import { type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

// One backend with limits, and one whose project has ways in switched off.
let limited: LocalSupabase;
let closed: LocalSupabase;
beforeAll(async () => {
  [limited, closed] = await Promise.all([
    startLocalSupabase({
      env: {
        LOCAL_SUPABASE_MAIL_FREQUENCY: '0',
        LOCAL_SUPABASE_RATE_EMAIL_SENT: '3',
        LOCAL_SUPABASE_RATE_SIGN_IN_SIGN_UPS: '2',
        LOCAL_SUPABASE_RATE_TOKEN_REFRESH: '2',
        LOCAL_SUPABASE_RATE_TOKEN_VERIFICATIONS: '2',
        LOCAL_SUPABASE_RATE_WEB3: '2',
        LOCAL_SUPABASE_RATE_PASSKEY: '2',
      },
    }),
    startLocalSupabase({
      env: {
        LOCAL_SUPABASE_SIGN_UP: '0',
        LOCAL_SUPABASE_MANUAL_LINKING: '0',
        LOCAL_SUPABASE_WEB3: '0',
      },
    }),
  ]);
});
afterAll(() => Promise.all([limited.stop(), closed.stop()]));

let people = 0;
/** Asks as a server that says which person it asks for. */
async function postFor(path: string, body: unknown, ip: string) {
  const headers = { apikey: limited.secretKey, 'sb-forwarded-for': ip, 'user-agent': 'countersign' };
  const answer = await postAuth(limited, path, body, headers);
  return [answer.status, answer.headers.get('x-sb-error-code')];
}
/** All but one of what is allowed at once, whatever the limit. */
async function exhaust(path: string, body: unknown, ip: string) {
  for (let requests = 1; requests < 30; requests += 1) await postFor(path, body, ip);
}
const newAddress = () => {
  people += 1;
  return `198.51.100.${people}`;
};

test.each([
  ['/recover', { email: 'nobody@example.test' }, [200, null]],
  ['/resend', { email: 'nobody@example.test', type: 'signup' }, [200, null]],
  ['/token?grant_type=password', { email: 'a@example.test', password: 'x' }, [400, 'invalid_credentials']],
  ['/token?grant_type=refresh_token', { refresh_token: 'x' }, [400, 'validation_failed']],
  ['/token?grant_type=web3', { chain: 'x' }, [400, 'web3_unsupported_chain']],
  ['/passkeys/authentication/options', {}, [200, null]],
  ['/verify', { type: 'email', token: '000000', email: 'a@example.test' }, [403, 'otp_expired']],
])('%s is refused after 30 at once, for one address of the network at a time', async (path, body, answer) => {
  const [one, other] = [newAddress(), newAddress()];
  expect(await postFor(path, body, `${one}, 203.0.113.7`)).toEqual(answer);
  await exhaust(path, body, one);
  expect(await postFor(path, body, one)).toEqual([429, 'over_request_rate_limit']);
  expect(await postFor(path, body, other)).toEqual(answer);
});

test('answers to challenges of passkeys are not counted', async () => {
  const [ip, body] = [newAddress(), {}];
  const path = '/passkeys/authentication/verify';
  await exhaust(path, body, ip);
  expect(await postFor(path, body, ip)).toEqual([400, 'validation_failed']);
  expect(await postFor(path, body, ip)).toEqual([400, 'validation_failed']);
});

test('each route counts for itself', async () => {
  const ip = newAddress();
  const body = { email: 'nobody@example.test', type: 'signup' };
  for (const path of ['/recover', '/resend']) {
    await exhaust(path, body, ip);
    expect((await postFor(path, body, ip))[0]).toBe(200);
  }
});

test('whose address it is comes from the header only with the secret key, and only if it is an address', async () => {
  const ip = newAddress();
  const body = { refresh_token: 'x' };
  const path = '/token?grant_type=refresh_token';
  const asPerson = async (claimed: string) =>
    (await postAuth(limited, path, body, { 'sb-forwarded-for': claimed })).status;
  for (let requests = 0; requests < 30; requests += 1) {
    expect(await asPerson(newAddress())).toBe(400);
  }
  expect(await asPerson(ip)).toBe(429);
  expect((await postFor(path, body, ip))[0]).toBe(400);
  expect(await postFor(path, body, 'nonsense')).toEqual([429, 'over_request_rate_limit']);
});

test('the fourth mail in an hour is not sent, and nothing of what asked for it is kept', async () => {
  for (let mails = 0; mails < 3; mails += 1) {
    expect(await postFor('/otp', { email: makeEmail('mailed') }, newAddress())).toEqual([200, null]);
  }
  const email = makeEmail('unmailed');
  const { error } = await connectClient(limited).auth.signUp({ email, password: firstPassword });
  expect(error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
    message: 'email rate limit exceeded',
  });
  const { data } = await connectClient(limited, limited.secretKey).auth.admin.listUsers();
  expect(data.users.map((user) => user.email)).not.toContain(email);
});

describe('a project with ways in switched off', () => {
  test('says so in its settings', async () => {
    const answer = await fetch(`${closed.url}/auth/v1/settings`, {
      headers: { apikey: closed.publishableKey },
    });
    expect(await answer.json()).toMatchObject({
      external: { github: false, google: false },
      disable_signup: true,
    });
  });

  test('refuses a provider that is not on', async () => {
    const answer = await fetch(`${closed.url}/auth/v1/authorize?provider=github`, { redirect: 'manual' });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({
        error_code: 'validation_failed',
        msg: 'Unsupported provider: provider is not enabled',
      }),
    ]);
  });

  test('refuses a wallet', async () => {
    const wallet = makeWallet();
    const message = writeStatement(wallet.address);
    const signature = Buffer.from(signText(wallet, message), 'base64');
    const { error } = await connectClient(closed).auth.signInWithWeb3({
      chain: 'solana',
      message,
      signature,
    });
    expect(error).toMatchObject({ status: 422, code: 'web3_provider_disabled' });
  });

  test('makes no account for anybody but its own server', async () => {
    const email = makeEmail();
    const client = connectClient(closed);
    expect((await client.auth.signUp({ email, password: firstPassword })).error).toMatchObject({
      status: 422,
      code: 'signup_disabled',
    });
    expect((await client.auth.signInWithOtp({ email })).error?.code).toBe('signup_disabled');
    const admin = connectClient(closed, closed.secretKey).auth.admin;
    const made = await admin.createUser({ email, password: firstPassword, email_confirm: true });
    expect(made.error).toBeNull();
  });

  test('links and unlinks nothing', async () => {
    const email = makeEmail();
    const admin = connectClient(closed, closed.secretKey).auth.admin;
    const { data } = await admin.createUser({ email, password: firstPassword, email_confirm: true });
    const client = connectClient(closed);
    await client.auth.signInWithPassword({ email, password: firstPassword });
    const [identity] = data.user?.identities ?? [];
    if (!identity) throw new Error('No identity.');
    expect((await client.auth.unlinkIdentity(identity)).error).toMatchObject({
      status: 404,
      code: 'manual_linking_disabled',
    });
    const options = { skipBrowserRedirect: true };
    const { error } = await client.auth.linkIdentity({ provider: 'github', options });
    expect(error?.code).toBe('manual_linking_disabled');
  });
});
