import {
  connectClient,
  currentCode,
  enrollAndProve,
  firstPassword,
  holdBackend,
  makeEmail,
  postAuth,
  sessionOf,
  startLocalSupabase,
} from 'local-supabase/testing';
import { addUser, setUpAuthenticator, signInAgain, signUpPerson } from '../../../supabase/testing/person';
import { pointSiteAt } from '../../testing/point-site-at';
import { switchBrowser, switchToSession } from '../../testing/wallet-visitor';

jest.mock('../../supabase/fetch-backend', () => jest.requireActual('../../testing/patient-fetch'));

const countSessions = `
create function countersign.test_count_mails(p_user_id uuid) returns integer
language sql security definer set search_path = '' as $$
  select count(*)::integer from countersign_private.outbox n where n.user_id = p_user_id and n.kind = 'factor_removed'
$$;
create function countersign.test_count_sessions(p_user_id uuid) returns integer
language sql security definer set search_path = '' as $$
  select count(*)::integer from auth.sessions s where s.user_id = p_user_id
$$;
grant execute on function countersign.test_count_sessions(uuid), countersign.test_count_mails(uuid) to service_role;
`;

/** Auth's worst case: everything used twice concurrently works twice. */
const backend = holdBackend(() =>
  startLocalSupabase({
    env: {
      LOCAL_SUPABASE_RACES: 'mailed-links,factor-codes,factor-removals',
      LOCAL_SUPABASE_MAIL_FREQUENCY: '0',
    },
    extraMigrations: { '99991231235959_count_sessions.sql': countSessions },
  }),
);
beforeAll(() => {
  pointSiteAt(backend);
});
beforeEach(() => switchBrowser());

async function countOfSessions(userId: string) {
  const server = connectClient(backend, backend.secretKey);
  return (await server.rpc('test_count_sessions', { p_user_id: userId })).data;
}

const countMails = (userId: string) =>
  connectClient(backend, backend.secretKey).rpc('test_count_mails', { p_user_id: userId });

const fiveTimes = <Result>(use: () => Promise<Result>) => Promise.all(Array.from({ length: 5 }, use));

async function mailedTo(email: string, type: 'recovery' | 'magiclink') {
  const { auth } = connectClient(backend);
  const asked = await (type === 'recovery'
    ? auth.resetPasswordForEmail(email)
    : auth.signInWithOtp({ email, options: { shouldCreateUser: false } }));
  if (asked.error) throw asked.error;
  const { code, link } = await backend.newestMailTo(email);
  return { code: code ?? '', hash: new URL(link ?? '').searchParams.get('token_hash') ?? '' };
}

describe('of five concurrent uses, with an Auth that accepts all', () => {
  it('Auth itself opens five sessions', async () => {
    const { email, id } = await addUser(backend);
    const { code } = await mailedTo(email, 'recovery');
    await fiveTimes(() => postAuth(backend, '/verify', { type: 'recovery', email, token: code }));
    expect(await countOfSessions(id)).toBe(5);
  });

  it.each([
    ['recovery', '/reset-password/new'],
    ['magiclink', '/wallets'],
  ] as const)(
    'a mailed link of %s lets one in, and tells the others what a used one tells',
    async (type, redirectTo) => {
      const { signInWithLink } = await import('./sign-in-by-email');
      const { email, id } = await addUser(backend);
      const { hash } = await mailedTo(email, type);
      const used = type === 'recovery' ? 'recovery' : 'email';
      const answers = await fiveTimes(() =>
        signInWithLink({ token_hash: hash, type: used, next: undefined }),
      );
      expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, redirectTo }]);
      expect(answers.filter(({ ok }) => !ok)).toEqual(
        Array.from({ length: 4 }, () => ({ ok: false, code: 'auth.link_invalid' })),
      );
      expect(await countOfSessions(id)).toBe(1);
    },
  );

  it('an emailed code signs in once, and its link not at all', async () => {
    const { signInWithCode, signInWithLink } = await import('./sign-in-by-email');
    const { email, id } = await addUser(backend);
    const { code, hash } = await mailedTo(email, 'magiclink');
    const answers = await Promise.all([
      signInWithCode({ email, code, next: undefined, type: 'email' }),
      signInWithCode({ email: email.toUpperCase(), code, next: undefined, type: 'email' }),
      signInWithLink({ token_hash: hash, type: 'email', next: undefined }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await countOfSessions(id)).toBe(1);
  });

  it("an authenticator's code raises one session", async () => {
    const { verifyMfaUncounted } = await import('../../session/mfa');
    const { client, email } = await signUpPerson(backend);
    const { factorId, secret } = await enrollAndProve(client);
    const others = await fiveTimes(async () => {
      const other = connectClient(backend);
      const { error } = await other.auth.signInWithPassword({ email, password: firstPassword });
      if (error) throw error;
      return other;
    });
    const given = { factorIds: [factorId], code: currentCode(secret) };
    const answers = await Promise.all(others.map((other) => verifyMfaUncounted(other, given)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 4 }, () => ({ ok: false, code: 'factor.code_wrong' })),
    );
  });

  it.each(['under Security', 'on the page of a lost authenticator'])(
    'Remove %s succeeds for each, and the removal is recorded and emailed once',
    async (place) => {
      const { removeAuthenticator, removeLostAuthenticators } = await import(
        '../account/remove-authenticator'
      );
      const { makeRecoveryCodes } = await import('../account/recovery-codes');
      const { signInWithPassword } = await import('./sign-in-with-password');
      const { signInWithRecoveryCode } = await import('./sign-in-with-mfa');
      const person = await signUpPerson(backend);
      const { factorId } = await setUpAuthenticator(backend, person);
      switchToSession(await sessionOf(person.client));
      const made = await makeRecoveryCodes();
      if (!made.ok) throw new Error(made.code);
      if (place !== 'under Security') {
        switchBrowser();
        await signInWithPassword({ email: person.email, password: firstPassword });
        expect(await signInWithRecoveryCode(made.codes[0] ?? '')).toMatchObject({ ok: true });
      }
      const remove = () =>
        place === 'under Security' ? removeAuthenticator(factorId) : removeLostAuthenticators();
      expect(await fiveTimes(remove)).toEqual(Array(5).fill({ ok: true }));
      const { data } = await (await signInAgain(backend, person.email)).client
        .from('activity_events')
        .select('kind,details,device')
        .or('kind.eq.factor_removed,kind.eq.method_lost');
      const device = place === 'under Security' ? 'Firefox on Linux' : null;
      expect(data).toEqual([{ kind: 'factor_removed', details: { name: 'Phone' }, device }]);
      expect((await countMails(person.bound.p_user_id)).data).toBe(1);
    },
  );

  it('an address confirms an email change once', async () => {
    const { confirmEmailChange } = await import('../account/confirm-email-change');
    const { client, session, email } = await signUpPerson(backend);
    switchToSession(session);
    const other = makeEmail('other');
    expect((await client.auth.updateUser({ email: other })).error).toBeNull();
    const { link } = await backend.newestMailTo(other);
    const hash = new URL(link ?? '').searchParams.get('token_hash') ?? '';
    const answers = await fiveTimes(() => confirmEmailChange(hash));
    expect(answers.filter(({ ok }) => ok)).toEqual([
      { ok: true, redirectTo: '/auth/confirm?notice=one-agreed' },
    ]);
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: other });
  });
});

it('a valid code entered in the wrong form still works in its own', async () => {
  const { signInWithCode } = await import('./sign-in-by-email');
  const { email } = await addUser(backend);
  const { code } = await mailedTo(email, 'magiclink');
  const { redeemMailToken } = await import('../../mail/redeem-mail-token');
  expect(await redeemMailToken({ email, token: code, type: 'email_change' })).toEqual({
    ok: false,
    code: 'auth.link_invalid',
  });
  expect(await signInWithCode({ email, code, next: undefined, type: 'email' })).toEqual({
    ok: true,
    redirectTo: '/wallets',
  });
});

it('a link can be used again after Auth was unreachable', async () => {
  const { signInWithLink } = await import('./sign-in-by-email');
  const { email } = await addUser(backend);
  const { hash } = await mailedTo(email, 'magiclink');
  const link = { token_hash: hash, type: 'email', next: undefined } as const;
  const real = globalThis.fetch;
  const broken = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      String(input).endsWith('/verify') ? Promise.reject(new TypeError('no network')) : real(input, init),
    );
  expect(await signInWithLink(link)).toEqual({ ok: false, code: 'backend.unavailable' });
  broken.mockRestore();
  expect(await signInWithLink(link)).toEqual({ ok: true, redirectTo: '/wallets' });
});
