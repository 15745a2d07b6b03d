import '../../testing/unreachable-project';
import { type AuthError, AuthRetryableFetchError } from '@supabase/supabase-js';

type Call = () => Promise<{ data: object; error: Partial<AuthError> | null }>;

/** Auth's answers. The clock is a fake. */
const auth: Record<
  'signInWithPassword' | 'signInWithOtp' | 'signUp' | 'resetPasswordForEmail' | 'verifyOtp',
  Call
> = {
  signInWithPassword: async () => ({ data: {}, error: null }),
  signInWithOtp: async () => ({ data: {}, error: null }),
  signUp: async () => ({ data: { user: null, session: null }, error: null }),
  resetPasswordForEmail: async () => ({ data: {}, error: null }),
  verifyOtp: async () => ({ data: { user: null, session: null }, error: null }),
};
const afterwards: (() => Promise<void>)[] = [];

jest.mock('../../session/request-session.ts', () => ({
  createSupabase: async () => ({ auth }),
  readAccessToken: async () => '',
}));
jest.mock('../../supabase/server.ts', () => ({ createAnonymousSupabase: () => ({ auth }) }));
jest.mock('../../supabase/call-function.ts', () => ({
  // An account without an email.
  callFunction: async (name: string) => ({
    ok: true,
    rows: name === 'start_email_change' ? '' : name === 'begin_mail' ? [] : null,
  }),
}));
const mockSendToAuth = jest.fn<Promise<{ error: Partial<AuthError> | null }>, []>();
jest.mock('../../supabase/call-auth.ts', () => ({ callAuthUnmapped: () => mockSendToAuth() }));
jest.mock('../step-up/require-recent-auth.ts', () => ({
  requireRecentAuth: async () => ({
    ok: true,
    viewer: { id: 'ada', sessionId: 'here', email: 'ada@example.com' },
  }),
  requireAuthenticator: async () => ({ ok: true }),
}));
const mockSwitchedOff = { isEmailOff: false, areConfirmationsOff: false };
jest.mock('../../supabase/settings.ts', () => ({
  readCaptcha: () => ({ ok: true, captcha: {} }),
  readSwitchedOff: async () => mockSwitchedOff,
  readAllowsSignUpByCode: async () => !mockSwitchedOff.areConfirmationsOff,
}));
const mockDeclined: unknown[] = [];
jest.mock('../../session/sign-out.ts', () => ({
  revokeSession: async (session: unknown) => mockDeclined.push(session),
}));
jest.mock('next/headers', () => ({
  cookies: async () => ({ get: () => undefined, set: () => undefined, getAll: () => [] }),
  headers: async () => new Headers(),
}));
jest.mock('next/server', () => ({ after: (work: () => Promise<void>) => afterwards.push(work) }));

const refused = (code: string, status = 400, message = code) => ({
  data: { user: null, session: null },
  error: { name: 'AuthApiError', code, status, message } as Partial<AuthError>,
});
const never: Call = () => new Promise(() => undefined);

beforeEach(() => {
  jest.useFakeTimers();
  afterwards.length = 0;
});
afterEach(() => jest.useRealTimers());

/** Whether the promise is settled. */
async function isAnswered(answer: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await jest.advanceTimersByTimeAsync(0);
  return (await Promise.race([answer, Promise.resolve(pending)])) !== pending;
}

async function expectMinimumTime(answer: Promise<unknown>, milliseconds: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(milliseconds - 1);
  expect(await isAnswered(answer)).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(await isAnswered(answer)).toBe(true);
}

describe("the time of an answer doesn't reveal whether an email has an account", () => {
  it('a refused sign-in takes the minimum time', async () => {
    const { signInWithPassword } = await import('./sign-in-with-password');
    auth.signInWithPassword = async () => refused('invalid_credentials');
    await expectMinimumTime(signInWithPassword({ email: 'ada@example.com', password: 'wrong' }), 800);
  });

  it.each([
    ['a taken address', async () => refused('email_exists', 422)],
    ['a free one', async () => ({ error: null })],
    ['a free one, while its email is being sent', () => new Promise<never>(() => undefined)],
  ])('a request for an email change takes the minimum time for %s', async (_which, answer) => {
    const { changeEmail } = await import('../account/change-email');
    mockSendToAuth.mockImplementation(answer);
    const asked = changeEmail('other@example.com');
    await expectMinimumTime(asked, 1500);
    expect(await asked).toEqual({ ok: true });
  });

  it('a wrong code takes the minimum time', async () => {
    const { signInWithCode } = await import('./sign-in-by-email');
    auth.verifyOtp = async () => refused('otp_expired', 403);
    const code = { email: 'ada@example.com', code: '000000', next: undefined, type: 'email' as const };
    await expectMinimumTime(signInWithCode(code), 800);
  });

  it.each([
    ['an unknown email or a wrong code', 'otp_expired'],
    ['a banned account', 'user_banned'],
  ])('a refused code gets the same answer: %s', async (_case, reason) => {
    const { signInWithCode } = await import('./sign-in-by-email');
    auth.verifyOtp = async () => refused(reason, 403);
    const code = { email: 'ada@example.com', code: '000000', next: undefined, type: 'email' as const };
    const answer = signInWithCode(code);
    await jest.advanceTimersByTimeAsync(800);
    expect(await answer).toEqual({ ok: false, code: 'auth.code_wrong' });
  });

  it.each([
    ['sent at once', async () => ({ data: { user: null, session: null }, error: null })],
    ['still sending an email', never],
    [
      'failing to send an email, as supabase-js reports it',
      async () => ({
        ...refused('unexpected_failure', 500),
        error: new AuthRetryableFetchError('Error sending magic link email', 500),
      }),
    ],
    ['asked again too soon', async () => refused('over_email_send_rate_limit', 429, 'only after 12 seconds')],
    ['already an account', async () => refused('user_already_exists', 422)],
    ['no account to send a code to', async () => refused('otp_disabled', 422)],
    ['refused by a hook of the project, whose answer has no code', async () => refused('', 403)],
    ['an address to which Auth sends nothing', async () => refused('email_address_invalid', 400)],
    ['refused with a code that this version does not know', async () => refused('invented_since', 422)],
  ])('a request for an email gets the same answer after the minimum time: %s', async (_case, call) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { signUp } = await import('./sign-up');
    const { requestPasswordReset } = await import('./reset-password');
    const { sendSignInCode } = await import('./sign-in-by-email');
    auth.signUp = auth.resetPasswordForEmail = auth.signInWithOtp = call;
    const answers = [
      signUp({ way: 'password', email: 'ada@example.com', password: 'correct horse' }),
      requestPasswordReset({ email: 'ada@example.com' }),
      sendSignInCode({ email: 'ada@example.com' }),
    ];
    for (const answer of answers.slice(0, 1)) await expectMinimumTime(answer, 1500);
    expect(await Promise.all(answers)).toEqual([
      { ok: true, redirectTo: '/sign-in?step=code' },
      { ok: true },
      { ok: true },
    ]);
  });

  it('with confirmations off, a session that Auth opens after the answer is revoked, and the user signs in', async () => {
    const { signUp } = await import('./sign-up');
    let finish: (answer: Awaited<ReturnType<Call>>) => void = () => undefined;
    auth.signUp = () => new Promise((answered) => (finish = answered));
    mockSwitchedOff.areConfirmationsOff = true;
    const answer = signUp({ way: 'password', email: 'ada@example.com', password: 'correct horse' });
    await jest.advanceTimersByTimeAsync(1500);
    expect(await answer).toEqual({ ok: true, redirectTo: '/sign-in' });
    mockSwitchedOff.areConfirmationsOff = false;
    const session = { access_token: 'late' };
    finish({ data: { user: null, session }, error: null });
    await Promise.all(afterwards.map((work) => work()));
    expect(mockDeclined).toEqual([session]);
  });

  it("only logs the project's own limit on emails, which counts only sent ones", async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { requestPasswordReset } = await import('./reset-password');
    auth.resetPasswordForEmail = async () =>
      refused('over_email_send_rate_limit', 429, 'email rate limit exceeded');
    const answer = requestPasswordReset({ email: 'ada@example.com' });
    await jest.advanceTimersByTimeAsync(1500);
    expect(await answer).toEqual({ ok: true });
    expect(said).toHaveBeenCalledWith('Auth could not send an email: 429 over_email_send_rate_limit');
  });
});
