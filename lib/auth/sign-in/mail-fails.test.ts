import {
  connectClient,
  firstPassword,
  holdBackend,
  makeEmail,
  startLocalSupabase,
} from 'local-supabase/testing';
import { addUser } from '../../../supabase/testing/person';
import { pointSiteAt } from '../../testing/point-site-at';
import { switchBrowser } from '../../testing/wallet-visitor';

jest.mock('next/server', () => ({ after: (work: unknown) => typeof work === 'function' && work() }));

const backend = holdBackend(() => startLocalSupabase({ env: { LOCAL_SUPABASE_MAIL_FAILS: '1' } }));
let known: string;
beforeAll(async () => {
  pointSiteAt(backend);
  known = (await addUser(backend)).email;
});
beforeEach(() => switchBrowser());
afterEach(() => jest.restoreAllMocks());

it('hides a failure to send from signed-out visitors, since it would reveal an account, and logs it', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { sendSignInCode } = await import('./sign-in-by-email');
  const { requestPasswordReset } = await import('./reset-password');
  const { signUp } = await import('./sign-up');
  for (const email of [known, makeEmail('nobody')]) {
    switchBrowser();
    expect(await sendSignInCode({ email })).toEqual({ ok: true });
    switchBrowser();
    expect(await requestPasswordReset({ email })).toEqual({ ok: true });
    switchBrowser();
    expect(await signUp({ way: 'password', email, password: firstPassword })).toMatchObject({ ok: true });
  }
  const log = said.mock.calls.flat().join('\n');
  expect(log).toContain('Auth could not send an email: 500');
  expect(log).not.toContain('@');
});

it('keeps no account if its confirmation could not be sent', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { signUp } = await import('./sign-up');
  const email = makeEmail('late');
  await signUp({ way: 'password', email, password: firstPassword });
  const { data } = await connectClient(backend, backend.secretKey).auth.admin.listUsers();
  expect(data.users.map((user) => user.email)).not.toContain(email);
});

it('reports a failed code email to a signed-in user', async () => {
  const { signInWithPassword } = await import('./sign-in-with-password');
  expect(await signInWithPassword({ email: known, password: firstPassword })).toMatchObject({ ok: true });
  const { mailStepUpCode } = await import('../step-up/confirm-it-is-you');
  expect(await mailStepUpCode({})).toEqual({ ok: false, code: 'auth.mail_failed' });
});

it('hides from the requester of an email change whether sending failed, since that would reveal a free address, and logs it', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { signInWithPassword } = await import('./sign-in-with-password');
  const { changeEmail } = await import('../account/change-email');
  const { readViewer } = await import('../../session/viewer');
  const { readSignInMethods } = await import('../account/sign-in-methods');
  const taken = (await addUser(backend, makeEmail('taken'))).email;
  for (const [asker, to] of [
    [known, makeEmail('free')],
    [taken, known],
  ] as const) {
    switchBrowser();
    expect(await signInWithPassword({ email: asker, password: firstPassword })).toMatchObject({ ok: true });
    expect(await changeEmail(to)).toEqual({ ok: true });
    const check = await readViewer();
    if (!check.signedIn) throw new Error('Signed out.');
    expect(await readSignInMethods(check.viewer)).toMatchObject({
      ok: true,
      signInMethods: { email: asker, emailChange: { to, waitsForOld: true, waitsForNew: true } },
    });
  }
  const log = said.mock.calls.flat().join('\n');
  expect(log).toContain('Auth could not send an email: 500 unexpected_failure');
  expect(log).not.toContain('@');
});
