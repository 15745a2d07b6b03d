import { connectClient, firstPassword, makeEmail, postRefresh, signUpAtAuth } from '../../testing/sign-in.ts';
import { holdBackend, type LocalSupabase, startLocalSupabase } from '../../testing/start-local-supabase.ts';

const env = { LOCAL_SUPABASE_REUSE_INTERVAL: '0', LOCAL_SUPABASE_MAIL_FREQUENCY: '600' };
const backend = holdBackend(() => startLocalSupabase({ env }));

test('a token two rotations old is refused, and its session is gone', async () => {
  const { session } = await signUpAtAuth(backend);
  const refresh = async (token: unknown) => (await postRefresh(backend, String(token))).body;
  const first = await refresh(session.refresh_token);
  const second = await refresh(first.refresh_token);
  const stolen = await refresh(session.refresh_token);
  const rightful = await refresh(second.refresh_token);
  expect([session.refresh_token.length, stolen.error_code, rightful.error_code]).toEqual([
    ...[51, 'refresh_token_already_used', 'refresh_token_not_found'],
  ]);
});

test('refresh tokens work after the counter exceeds one byte', async () => {
  const { session } = await signUpAtAuth(backend);
  let token = session.refresh_token;
  for (let count = 0; count < 131; count += 1)
    token = String((await postRefresh(backend, token)).body.refresh_token);
  expect(token).toHaveLength(52);
});

test('an email requested too soon is refused with the seconds to wait, and the previous code works', async () => {
  const tooSoon = {
    status: 429,
    code: 'over_email_send_rate_limit',
    message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
  };
  const email = makeEmail();
  const { auth } = connectClient(backend);
  await auth.signUp({ email, password: firstPassword });
  const sent = await backend.newestMailTo(email);
  const asks = [
    () => auth.resend({ type: 'signup', email }),
    () => auth.signUp({ email, password: firstPassword }),
    () => auth.signInWithOtp({ email }),
  ];
  for (const ask of asks) expect((await ask()).error).toMatchObject(tooSoon);
  expect((await auth.verifyOtp({ email, token: sent.code ?? '', type: 'email' })).error).toBeNull();
  const first = makeEmail('first');
  expect((await auth.updateUser({ email: first })).error).toBeNull();
  expect((await auth.updateUser({ email: makeEmail('second') })).error).toMatchObject(tooSoon);
  expect((await auth.getUser()).data.user?.new_email).toBe(first);
});

test('an expired code and an expired link are refused', async () => {
  const backend: LocalSupabase = await startLocalSupabase({ env: { LOCAL_SUPABASE_OTP_EXPIRY: '0' } });
  const email = makeEmail();
  const { auth } = connectClient(backend);
  await auth.signUp({ email, password: firstPassword });
  const { code, link } = await backend.newestMailTo(email);
  const token_hash = new URL(link ?? '').searchParams.get('token_hash') ?? '';
  const byCode = await auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  const byLink = await auth.verifyOtp({ token_hash, type: 'email' });
  await backend.stop();
  expect([byCode.error?.code, byLink.error?.code]).toEqual(['otp_expired', 'otp_expired']);
});
