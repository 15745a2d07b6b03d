import { createHash } from 'node:crypto';
import { type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

let local: LocalSupabase;
beforeAll(async () => {
  local = await startLocalSupabase({ env: { LOCAL_SUPABASE_CAPTCHA: 'turnstile' } });
});
afterAll(() => local.stop());

async function post(
  path: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = { apikey: local.publishableKey },
) {
  const answer = await fetch(`${local.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, ...(text ? JSON.parse(text) : {}) } as {
    status: number;
    code?: string;
    message?: string;
  };
}

async function solve(): Promise<string> {
  const answer = await fetch(`${local.url}/local/captcha/solve`, { method: 'POST' });
  return ((await answer.json()) as { token: string }).token;
}

const email = () =>
  `${createHash('sha256').update(String(Math.random())).digest('hex').slice(0, 12)}@example.com`;

// Each request as this site sends it. docs/local-backend.md describes Auth's behavior.
const checked: [string, () => Record<string, unknown>][] = [
  ['/signup', () => ({ email: email(), password: 'a long password' })],
  ['/token?grant_type=password', () => ({ email: email(), password: 'a long password' })],
  ['/token?grant_type=web3', () => ({ chain: 'solana', message: 'x', signature: 'x' })],
  ['/otp', () => ({ email: email(), create_user: false })],
  ['/recover', () => ({ email: email() })],
  ['/resend', () => ({ type: 'signup', email: email() })],
  ['/passkeys/authentication/options', () => ({})],
];

test.each(checked)('%s is refused without a token, and accepted once with one', async (path, body) => {
  expect(await post(path, body())).toMatchObject({ status: 400, code: 'captcha_failed' });
  const gotrue_meta_security = { captcha_token: await solve() };
  expect((await post(path, { ...body(), gotrue_meta_security })).code).not.toBe('captcha_failed');
  expect(await post(path, { ...body(), gotrue_meta_security })).toMatchObject({ code: 'captcha_failed' });
});

test('requests that continue a session or a sign-in need no captcha', async () => {
  for (const grant of ['refresh_token', 'pkce'])
    expect((await post(`/token?grant_type=${grant}`, {})).code).not.toBe('captcha_failed');
  expect((await post('/verify', { type: 'email', token_hash: 'x' })).code).not.toBe('captcha_failed');
});

test("the secret key needs no captcha, unless a token that isn't the server's accompanies it", async () => {
  const asked = { email: email(), password: 'a long password' };
  const { secretKey } = local;
  const asServer = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  expect((await post('/token?grant_type=password', asked, asServer)).code).toBe('invalid_credentials');
  const nobodys = { apikey: secretKey, authorization: 'Bearer e30.e30.e30' };
  expect((await post('/token?grant_type=password', asked, nobodys)).code).toBe('captcha_failed');
});
