import { connectClient, firstPassword, makeEmail, postRefresh, signUpAtAuth } from '../../testing/sign-in.ts';
import { type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

describe('with no reuse interval and a long mail interval', () => {
  let backend: LocalSupabase;
  let older: LocalSupabase;
  beforeAll(async () => {
    const env = { LOCAL_SUPABASE_REUSE_INTERVAL: '0', LOCAL_SUPABASE_MAIL_FREQUENCY: '600' };
    [backend, older] = await Promise.all([
      startLocalSupabase({ env }),
      startLocalSupabase({ env: { ...env, LOCAL_SUPABASE_REFRESH_TOKENS: '1' } }),
    ]);
  });
  afterAll(() => Promise.all([backend.stop(), older.stop()]));

  async function stealOldest(from: LocalSupabase) {
    const { session } = await signUpAtAuth(from);
    const first = await postRefresh(from, session.refresh_token);
    const second = await postRefresh(from, String(first.body.refresh_token));
    const stolen = await postRefresh(from, session.refresh_token);
    const rightful = await postRefresh(from, String(second.body.refresh_token));
    return { length: session.refresh_token.length, codes: [stolen, rightful].map(codeOf) };
  }
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof postRefresh>>) => [status, body.error_code];

  test('a stolen token two rotations old is refused, and its session is gone', async () => {
    const codes = [
      [400, 'refresh_token_already_used'],
      [400, 'refresh_token_not_found'],
    ];
    expect(await stealOldest(backend)).toEqual({ length: 51, codes });
  });

  test('with tokens of the first version it is refused and ends every token of its session, for good', async () => {
    const codes = [
      [400, 'refresh_token_already_used'],
      [400, 'refresh_token_already_used'],
    ];
    expect(await stealOldest(older)).toEqual({ length: 12, codes });
  });

  test('a session counts on past what one byte holds', async () => {
    const { session } = await signUpAtAuth(backend);
    let token = session.refresh_token;
    for (let count = 0; count < 130; count += 1) {
      token = String((await postRefresh(backend, token)).body.refresh_token);
    }
    expect(token).toHaveLength(52);
    expect((await postRefresh(backend, token)).status).toBe(200);
  });

  test('a token that this server has not signed is not found', async () => {
    const { session } = await signUpAtAuth(older);
    const { session: other } = await signUpAtAuth(backend);
    expect(codeOf(await postRefresh(older, other.refresh_token))).toEqual([400, 'refresh_token_not_found']);
    expect((await postRefresh(older, session.refresh_token)).status).toBe(200);
  });

  test('50 refreshes of one token at once still all succeed', async () => {
    const { session } = await signUpAtAuth(backend);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => postRefresh(backend, session.refresh_token)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  test('a mail asked for too soon is refused and says how long to wait', async () => {
    const email = makeEmail();
    const client = connectClient(backend);
    await client.auth.signUp({ email, password: firstPassword });
    const sent = await backend.newestMailTo(email);
    for (const { error } of [
      await client.auth.resend({ type: 'signup', email }),
      await client.auth.signUp({ email, password: firstPassword }),
      await client.auth.signInWithOtp({ email }),
    ]) {
      expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
      expect(error?.message).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      );
    }
    expect((await backend.newestMailTo(email)).id).toBe(sent.id);
    const { error } = await client.auth.verifyOtp({ email, token: sent.code ?? '', type: 'email' });
    expect(error).toBeNull();
  });

  test('a change of address asked for too soon is refused and leaves the first one standing', async () => {
    const { client } = await signUpAtAuth(backend);
    const first = makeEmail('first');
    expect((await client.auth.updateUser({ email: first })).error).toBeNull();
    const { error } = await client.auth.updateUser({ email: makeEmail('second') });
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect((await client.auth.getUser()).data.user?.new_email).toBe(first);
  });

  test('how soon one address asks does not hold up another', async () => {
    const client = connectClient(backend);
    expect((await client.auth.signUp({ email: makeEmail(), password: firstPassword })).error).toBeNull();
    expect((await client.auth.signUp({ email: makeEmail(), password: firstPassword })).error).toBeNull();
  });
});

test('an expired code and an expired link are refused', async () => {
  const backend = await startLocalSupabase({ env: { LOCAL_SUPABASE_OTP_EXPIRY: '0' } });
  const email = makeEmail();
  const client = connectClient(backend);
  await client.auth.signUp({ email, password: firstPassword });
  const { code, link } = await backend.newestMailTo(email);
  const byCode = await client.auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  const tokenHash = new URL(link ?? '').searchParams.get('token_hash') ?? '';
  const byLink = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'email' });
  await backend.stop();
  expect(byCode.error).toMatchObject({ status: 403, code: 'otp_expired' });
  expect(byLink.error).toMatchObject({ status: 403, code: 'otp_expired' });
});
