import {
  firstPassword,
  holdBackend,
  makeEmail,
  makeWallet,
  postAuth,
  readLocalMailbox,
  startLocalSupabase,
} from 'local-supabase/testing';
import { addUser } from '../../../supabase/testing/person';
import { pointSiteAt } from '../../testing/point-site-at';
import { openWalletServer, signInWallet, switchBrowser } from '../../testing/wallet-visitor';

const backend = holdBackend(() =>
  startLocalSupabase({
    env: { LOCAL_SUPABASE_EMAIL: '0', LOCAL_SUPABASE_MANUAL_LINKING: '0' },
  }),
);
let known: string;
let knownId: string;
beforeAll(async () => {
  pointSiteAt(backend);
  ({ email: known, id: knownId } = await addUser(backend));
});
beforeEach(() => switchBrowser());

const off = { ok: false, code: 'auth.email_off' };

describe('a project with email off', () => {
  it('says so in its settings', async () => {
    const { readSwitchedOff, readEnabledSignInMethods } = await import('../../supabase/settings');
    expect(await readSwitchedOff()).toMatchObject({ isEmailOff: true, isSignUpClosed: false });
    expect(await readEnabledSignInMethods()).not.toContain('email');
  });

  it('gets answers by Auth that depend on whether the address has an account', async () => {
    const password = firstPassword;
    const answers = [
      ['/signup', { email: known, password }, 400, 'email_provider_disabled'],
      ['/token?grant_type=password', { email: known, password }, 422, 'email_provider_disabled'],
      ['/resend', { email: known, type: 'signup' }, 400, 'email_provider_disabled'],
      ['/otp', { email: known, create_user: false }, 422, 'email_provider_disabled'],
      ['/otp', { email: makeEmail('nobody'), create_user: false }, 422, 'otp_disabled'],
    ] as const;
    for (const [path, body, status, code] of answers) {
      const answer = await postAuth(backend, path, body);
      expect([path, answer.status, answer.headers.get('x-sb-error-code')]).toEqual([path, status, code]);
    }
  });

  it('gives every stale form the same answer, whether or not the address has an account', async () => {
    const { sendSignInCode } = await import('./sign-in-by-email');
    const { requestPasswordReset } = await import('./reset-password');
    const { signUp } = await import('./sign-up');
    const { signInWithPassword } = await import('./sign-in-with-password');
    for (const email of [known, makeEmail('nobody')]) {
      expect(await sendSignInCode({ email })).toEqual(off);
      expect(await requestPasswordReset({ email })).toEqual(off);
      expect(await signInWithPassword({ email, password: firstPassword })).toEqual(off);
      expect(await signUp({ way: 'password', email, password: firstPassword })).toEqual(off);
    }
    expect(await readLocalMailbox(`${backend.url}/mailbox`)).toEqual([]);
  });
});

it('offers no step-up method that Auth would refuse', async () => {
  const { listStepUpMethods } = await import('../step-up/require-recent-auth');
  const viewer = { id: knownId, sessionId: crypto.randomUUID() };
  expect(await listStepUpMethods(viewer)).toEqual({ ok: true, methods: [] });
});

describe('a project without manual linking', () => {
  it('is recognized, and refuses a stale form to add a provider, and a disabled provider', async () => {
    const server = await openWalletServer();
    await signInWallet(server, makeWallet());
    const { allowsManualLinking } = await import('../account/sign-in-methods');
    const { startOAuthLink, startOAuthSignIn } = await import('./sign-in-with-provider');
    expect(await allowsManualLinking()).toBe(false);
    expect(await startOAuthLink('github')).toEqual({ ok: false, code: 'sign_in_method.linking_off' });
    expect(await startOAuthSignIn('github', undefined)).toEqual({ ok: false, code: 'provider.off' });
  });
});
