import {
  connectClient,
  firstPassword,
  holdBackend,
  makeEmail,
  releaseMails,
  startLocalSupabase,
  waitForHeldMails,
} from 'local-supabase/testing';
import { addUser } from '../../../supabase/testing/person';
import { pointSiteAt } from '../../testing/point-site-at';
import { switchBrowser } from '../../testing/wallet-visitor';

/** Work that continues after an answer. */
const mockAfterwards: Promise<unknown>[] = [];
/** Pending timeouts of the user (5 s) and of requests. */
const mockWaiting: { milliseconds: number; over: () => void }[] = [];

jest.mock('next/server', () => ({ after: (work: () => Promise<unknown>) => mockAfterwards.push(work()) }));
// Without a clock: tests control the order of events. The minimum time passes at once.
jest.mock('../../http/minimum-time', () => ({
  signInMinimumTime: async () => undefined,
  mailMinimumTime: async () => undefined,
}));
jest.mock('../../mail/mail-wait', () => ({
  withinMailWait: (work: Promise<unknown>) =>
    Promise.race([
      work,
      new Promise((passed) => mockWaiting.push({ milliseconds: 5000, over: () => passed(null) })),
    ]),
}));

/** Ages a session at Auth, so that Auth requires a code for a new password; and sets up an authenticator there. */
const testFunctions = `
create function countersign.test_age_sessions(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  update auth.sessions set created_at = now() - interval '2 days' where user_id = p_user_id;
  update countersign.account_sessions set stepped_up_at = now(), stepped_up_by = 'password' where user_id = p_user_id
$$;
create function countersign.test_add_foreign_factor(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  values (gen_random_uuid(), p_user_id, 'Phone', 'totp', 'verified', now(), now(), 'unused')
$$;
grant execute on function countersign.test_age_sessions(uuid), countersign.test_add_foreign_factor(uuid) to service_role;
`;

const backend = holdBackend(() =>
  startLocalSupabase({
    env: {
      LOCAL_SUPABASE_MAIL_HELD: '1',
      LOCAL_SUPABASE_REQUEST_SECONDS: '3600',
      // The next email is allowed only if Auth undid the last one.
      LOCAL_SUPABASE_MAIL_FREQUENCY: '600',
    },
    extraMigrations: { '99991231235959_test_functions.sql': testFunctions },
  }),
);
beforeAll(() => {
  pointSiteAt(backend);
  // As deployed, where requests wait for an email no longer than the minimum time.
  process.env.COUNTERSIGN_EMBEDDED = '';
  process.env.LOCAL_MINIMUM_TIMES = '';
  process.env.LOCAL_BACKEND_TIMEOUT = '';
});

let said: jest.SpyInstance;
let browser: Map<string, string>;
beforeEach(() => {
  mockAfterwards.length = 0;
  mockWaiting.length = 0;
  browser = switchBrowser();
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const limit = new AbortController();
    const over = () => limit.abort(new DOMException('too slow', 'TimeoutError'));
    mockWaiting.push({ milliseconds, over });
    return limit.signal;
  });
  said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  await settled();
  jest.restoreAllMocks();
});

/** Fires the pending timeouts of up to this many seconds. */
function passSeconds(seconds: number): void {
  for (const { milliseconds, over } of mockWaiting) if (milliseconds <= seconds * 1000) over();
}

/** A flow that emails a code and takes it. */
type Walk = {
  isSignedOut: boolean;
  /** Sorted recipients. The code for the first one is entered. */
  to: string[];
  ask: () => Promise<unknown>;
  asked: unknown;
  enter: (code: string) => Promise<unknown>;
  entered: unknown;
  /** The answer to a code that doesn't work. */
  refused: unknown;
};

const wrong = { ok: false, code: 'auth.code_wrong' };

async function signIn(): Promise<{ email: string; id: string }> {
  const account = await addUser(backend);
  const { signInWithPassword } = await import('./sign-in-with-password');
  expect(await signInWithPassword({ email: account.email, password: firstPassword })).toMatchObject({
    ok: true,
  });
  return account;
}

async function enterCode(email: string, code: string, type: 'email' | 'recovery') {
  const { signInWithCode } = await import('./sign-in-by-email');
  return signInWithCode({ email, code, next: undefined, type });
}

const walks: Record<string, () => Promise<Walk>> = {
  'signing up': async () => {
    const { signUp } = await import('./sign-up');
    const email = makeEmail('new');
    return {
      isSignedOut: true,
      to: [email],
      ask: () => signUp({ way: 'password', email, password: firstPassword }),
      asked: { ok: true, redirectTo: '/sign-in?step=code' },
      enter: (code) => enterCode(email, code, 'email'),
      entered: { ok: true, redirectTo: '/wallets' },
      refused: wrong,
    };
  },
  'a code to sign in with': async () => {
    const { sendSignInCode } = await import('./sign-in-by-email');
    const { email } = await addUser(backend);
    return {
      isSignedOut: true,
      to: [email],
      ask: () => sendSignInCode({ email }),
      asked: { ok: true },
      enter: (code) => enterCode(email, code, 'email'),
      entered: { ok: true, redirectTo: '/wallets' },
      refused: wrong,
    };
  },
  'a password reset': async () => {
    const { requestPasswordReset } = await import('./reset-password');
    const { email } = await addUser(backend);
    return {
      isSignedOut: true,
      to: [email],
      ask: () => requestPasswordReset({ email }),
      asked: { ok: true },
      enter: (code) => enterCode(email, code, 'recovery'),
      entered: { ok: true, redirectTo: '/reset-password/new' },
      refused: wrong,
    };
  },
  'a code to confirm with': async () => {
    const { mailStepUpCode, confirmByCode } = await import('../step-up/confirm-it-is-you');
    const { email } = await signIn();
    return {
      isSignedOut: false,
      to: [email],
      ask: () => mailStepUpCode({}),
      asked: { ok: true, redirectTo: '/confirm-access?way=code' },
      enter: (code) => confirmByCode({ code }),
      entered: { ok: true, redirectTo: '/wallets' },
      refused: wrong,
    };
  },
  'a code to remove an authenticator that was set up elsewhere': async () => {
    const way = await import('./external-authenticator');
    const { signInWithPassword } = await import('./sign-in-with-password');
    const { email, id } = await signIn();
    const server = connectClient(backend, backend.secretKey);
    const { error } = await server.rpc('test_add_foreign_factor', { p_user_id: id });
    if (error) throw error;
    expect(await signInWithPassword({ email, password: firstPassword })).toMatchObject({
      redirectTo: '/sign-in/second-factor',
    });
    return {
      isSignedOut: false,
      to: [email],
      ask: () => way.mailAuthenticatorRecoveryCode(),
      asked: { ok: true, redirectTo: '/sign-in/second-factor?with=password-and-code&sent=1' },
      enter: (code) => way.removeExternalAuthenticators({ password: firstPassword, code }),
      entered: { ok: true, redirectTo: '/wallets' },
      refused: { ...wrong, fields: { code: 'auth.code_wrong' } },
    };
  },
  'a change of email': async () => {
    const { changeEmail } = await import('../account/change-email');
    const { confirmEmailChangeByCode } = await import('../account/confirm-email-change');
    const { email } = await signIn();
    const other = `z${email}`;
    return {
      isSignedOut: false,
      to: [email, other],
      ask: () => changeEmail(other),
      asked: { ok: true },
      enter: (code) => confirmEmailChangeByCode(code),
      entered: { ok: true, redirectTo: '/auth/confirm?notice=one-agreed' },
      refused: { ...wrong, fields: { code: 'auth.code_wrong' } },
    };
  },
  'a new password in an old session': async () => {
    const { changePassword } = await import('../account/set-password');
    const { email, id } = await signIn();
    const server = connectClient(backend, backend.secretKey);
    const { error } = await server.rpc('test_age_sessions', { p_user_id: id });
    if (error) throw error;
    return {
      isSignedOut: false,
      to: [email],
      ask: () => changePassword('another correct horse', undefined),
      asked: { ok: false, code: 'account.code_needed' },
      enter: (code) => changePassword('another correct horse', code),
      entered: { ok: true },
      refused: wrong,
    };
  },
};

const settled = () => Promise.all(mockAfterwards);

async function mailedCode({ to: [first = ''] }: Walk): Promise<string> {
  return (await backend.newestMailTo(first)).code ?? '';
}

describe.each(Object.entries(walks))('%s', (_name, begin) => {
  it('works if the mail server takes 3 s', async () => {
    const walk = await begin();
    const answer = walk.ask();
    await waitForHeldMails(backend, walk.to.length);
    passSeconds(3);
    await releaseMails(backend);
    expect(await answer).toMatchObject(walk.asked as object);
    await settled();
    expect(await walk.enter(await mailedCode(walk))).toEqual(walk.entered);
  });

  it('works if the mail server takes 7 s, and answers before', async () => {
    const walk = await begin();
    const answer = walk.ask();
    await waitForHeldMails(backend, walk.to.length);
    passSeconds(7);
    expect(await answer).toMatchObject(walk.asked as object);
    await releaseMails(backend);
    await settled();
    expect(await walk.enter(await mailedCode(walk))).toEqual(walk.entered);
    expect(said).not.toHaveBeenCalled();
  });

  it("offers a new code after Auth's timeout of the mail server, and logs it", async () => {
    const walk = await begin();
    const answer = walk.ask();
    await waitForHeldMails(backend, walk.to.length);
    passSeconds(9);
    expect(await answer).toMatchObject(walk.asked as object);
    await releaseMails(backend, 'late');
    await settled();
    const code = await mailedCode(walk);
    expect(await walk.enter(code)).toEqual(walk.refused);
    const log = said.mock.calls.flat().join('\n');
    expect(log).toContain('Auth could not send an email: 504');
    expect(log).toContain('The mail server takes longer than Auth waits for it');
    expect(log).not.toContain('@');
    expect(log).not.toContain(code);
  });

  it('sends one email, despite concurrent requests of other browsers', async () => {
    const walk = await begin();
    const first = walk.ask();
    await waitForHeldMails(backend, walk.to.length);
    if (walk.isSignedOut) switchBrowser();
    const again = await walk.ask();
    // Signed-out visitors don't learn whether an email is under way.
    const told = walk.isSignedOut ? walk.asked : { ok: false, code: 'auth.mail_too_soon' };
    expect(again).toMatchObject(told as object);
    switchBrowser(browser);
    passSeconds(7);
    expect(await first).toMatchObject(walk.asked as object);
    expect(await waitForHeldMails(backend, walk.to.length)).toHaveLength(walk.to.length);
    await releaseMails(backend);
    await settled();
    expect(await walk.enter(await mailedCode(walk))).toEqual(walk.entered);
  });
});

it('after an email that timed out at Auth, the next one can be requested at once', async () => {
  const { sendSignInCode } = await import('./sign-in-by-email');
  const { email } = await addUser(backend);
  for (const when of ['late', 'in time'] as const) {
    switchBrowser();
    await sendSignInCode({ email });
    expect(await waitForHeldMails(backend, 1)).toEqual([email]);
    await releaseMails(backend, when);
    await settled();
  }
  const { code } = await backend.newestMailTo(email);
  expect(await enterCode(email, code ?? '', 'email')).toMatchObject({ ok: true });
});
