import { firstPassword, makeEmail, makeWallet } from 'local-supabase/testing';
import { callAsServer, type Person, signInAgain, signUpPerson } from '../../../supabase/testing/person';
import { shortenEmail } from '../../shorten';
import { siteOnBackend } from '../../testing/point-site-at';
import { openWalletServer, readSignedIn, signInWallet, switchBrowser } from '../../testing/wallet-visitor';

jest.mock('../../supabase/fetch-backend', () => jest.requireActual('../../testing/patient-fetch'));

const backend = siteOnBackend();
let change: typeof import('./confirm-email-change');
let cookies: typeof import('../../session/record-session');
beforeAll(async () => {
  change = await import('./confirm-email-change');
  cookies = await import('../../session/record-session');
});
beforeEach(() => switchBrowser());

async function agree(address: string) {
  const { link } = await backend.newestMailTo(address);
  return change.confirmEmailChange(new URL(link ?? '').searchParams.get('token_hash') ?? '');
}

async function isLive(person: Person): Promise<boolean> {
  return (await callAsServer(backend, 'require_live_session', person.bound)).refusal === null;
}

async function askForChange(person: Person): Promise<string> {
  const email = `new-${person.email}`;
  expect((await person.client.auth.updateUser({ email })).error).toBeNull();
  return email;
}

it('ends every other session of the old email, and keeps the confirming one', async () => {
  const ann = await signUpPerson(backend);
  const thief = await signInAgain(backend, ann.email);
  await cookies.startSession(ann.session);
  const email = await askForChange(ann);
  expect(await agree(ann.email)).toMatchObject({ ok: true, redirectTo: '/auth/confirm?notice=one-agreed' });
  expect(await isLive(thief)).toBe(true);
  expect(await agree(email)).toMatchObject({ ok: true, redirectTo: '/account?notice=email-changed' });
  expect([await isLive(ann), await isLive(thief)]).toEqual([true, false]);
  // The activity, which a session can read, has neither address in full.
  const { data } = await ann.client.from('activity_events').select('kind,details,session_id');
  const details = { before: shortenEmail(ann.email), after: shortenEmail(email) };
  expect(data).toContainEqual({ kind: 'email_changed', details, session_id: ann.bound.p_session_id });
  expect(JSON.stringify(data)).not.toContain(ann.email);
});

it('ends all sessions if the last address confirms in a signed-out browser', async () => {
  const ann = await signUpPerson(backend);
  const email = await askForChange(ann);
  await agree(ann.email);
  expect(await agree(email)).toMatchObject({ ok: true, redirectTo: '/auth/confirm?notice=email-changed' });
  expect(await isLive(ann)).toBe(false);
});

it('a wallet account adds an email with one confirmation, then a password, and each signs in', async () => {
  const { changeEmail } = await import('./change-email');
  const { changePassword } = await import('./set-password');
  const { sendSignInCode, signInWithCode } = await import('../sign-in/sign-in-by-email');
  const { signInWithPassword } = await import('../sign-in/sign-in-with-password');
  const wallet = makeWallet();
  const userId = await signInWallet(await openWalletServer(), wallet);
  expect(await changePassword(firstPassword, undefined)).toEqual({
    ok: false,
    code: 'account.email_missing',
  });

  const email = makeEmail();
  expect(await changeEmail(email)).toEqual({ ok: true });
  const asked = await backend.newestMailTo(email);
  expect(await change.confirmEmailChangeByCode(asked.code ?? '')).toMatchObject({
    ok: true,
    redirectTo: '/account?notice=email-changed',
  });
  expect(await changePassword(firstPassword, undefined)).toEqual({ ok: true });

  switchBrowser();
  expect(await signInWithPassword({ email, password: firstPassword })).toMatchObject({ ok: true });
  expect((await readSignedIn())?.userId).toBe(userId);

  switchBrowser();
  expect(await sendSignInCode({ email })).toEqual({ ok: true });
  const { code } = await backend.newestMailTo(email);
  expect(await signInWithCode({ email, code: code ?? '', next: undefined, type: 'email' })).toMatchObject({
    ok: true,
  });
  expect((await readSignedIn())?.userId).toBe(userId);

  switchBrowser();
  expect(await signInWallet(await openWalletServer(), wallet, 'memo')).toBe(userId);
});
