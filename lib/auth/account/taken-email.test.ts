import { randomUUID } from 'node:crypto';
import { type LocalSupabase, makeEmail, makeWallet } from 'local-supabase/testing';
import {
  accepted,
  callAsServer,
  type Person,
  proveNewWallet,
  signUpPerson,
} from '../../../supabase/testing/person';
import { shareBackend } from '../../../supabase/testing/share-backend';
import { pointSiteAt } from '../../testing/point-site-at';
import { openWalletServer, signInWallet, switchBrowser } from '../../testing/wallet-visitor';

const afterwards: (() => Promise<unknown>)[] = [];
let mockSmtpUrl: string | null;
let mockPause: number;
jest.mock('next/server', () => ({ after: (work: () => Promise<unknown>) => afterwards.push(work) }));
jest.mock('../../supabase/fetch-backend', () => jest.requireActual('../../testing/patient-fetch'));
jest.mock('../../env.ts', () => {
  const actual = jest.requireActual('../../env.ts');
  return { ...actual, environment: () => ({ ...actual.environment(), smtpUrl: mockSmtpUrl }) };
});
jest.mock('../../mail/limit-mail.ts', () => ({
  ...jest.requireActual('../../mail/limit-mail.ts'),
  emailChangePauseInSeconds: () => mockPause,
}));

let backend: LocalSupabase;
let site: {
  ask: typeof import('./change-email').changeEmail;
  agree: typeof import('./confirm-email-change').confirmEmailChange;
  agreeByCode: typeof import('./confirm-email-change').confirmEmailChangeByCode;
  look: typeof import('./mail-link').checkEmailChangeLink;
  signInMethods: typeof import('./sign-in-methods').readSignInMethods;
  viewer: typeof import('../../session/viewer').actingViewer;
  startSession: typeof import('../../session/record-session').startSession;
  signInWithCode: typeof import('../sign-in/sign-in-by-email').signInWithCode;
  setPassword: typeof import('./set-password').setPassword;
};
beforeAll(async () => {
  backend = await shareBackend();
  pointSiteAt(backend);
  site = {
    ask: (await import('./change-email')).changeEmail,
    agree: (await import('./confirm-email-change')).confirmEmailChange,
    agreeByCode: (await import('./confirm-email-change')).confirmEmailChangeByCode,
    look: (await import('./mail-link')).checkEmailChangeLink,
    signInMethods: (await import('./sign-in-methods')).readSignInMethods,
    viewer: (await import('../../session/viewer')).actingViewer,
    startSession: (await import('../../session/record-session')).startSession,
    signInWithCode: (await import('../sign-in/sign-in-by-email')).signInWithCode,
    setPassword: (await import('./set-password')).setPassword,
  };
});
beforeEach(() => {
  switchBrowser();
  mockSmtpUrl = backend.smtpUrl;
  mockPause = 0;
});
afterAll(() => backend.stop());

async function comeAsNewPerson(): Promise<Person> {
  const person = await signUpPerson(backend);
  await site.startSession(person.session);
  return person;
}

/** Requests the change, and waits for the emails that are sent after the answer. */
async function ask(email: string) {
  const answer = await site.ask(email);
  for (const work of afterwards.splice(0)) await work();
  return answer;
}

async function readWaiting() {
  const read = await site.signInMethods(await readViewer());
  if (!read.ok) throw new Error(read.code);
  return read.signInMethods.emailChange;
}

async function mailTo(address: string) {
  const { subject, text, html, code, link } = await backend.newestMailTo(address);
  const tokenHash = new URL(link ?? '').searchParams.get('token_hash') ?? '';
  return { subject, text, html, code: code ?? '', tokenHash };
}

async function readViewer() {
  const acting = await site.viewer();
  if (!acting.ok) throw new Error(acting.code);
  return acting.viewer;
}

async function exportAccount() {
  const { id, sessionId } = await readViewer();
  const acting = { p_user_id: id, p_session_id: sessionId, p_device: null };
  const exported = await callAsServer<{ account: { newEmail: string | null } }>(
    backend,
    'start_export',
    acting,
  );
  return accepted(exported).account;
}

async function setPassword() {
  expect(await site.setPassword(await readViewer(), `another ${randomUUID()}`)).toEqual({ ok: true });
}

/** Each of these ends a change of email at Auth. */
const endings: [string, (person: Person) => Promise<void>][] = [
  [
    'signing in by mail',
    async ({ client, email }) => {
      await client.auth.signInWithOtp({ email });
      const { code } = await mailTo(email);
      expect(await site.signInWithCode({ email, code, next: undefined, type: 'email' })).toMatchObject({
        ok: true,
      });
    },
  ],
  [
    'signing in with a wallet',
    async (person) => {
      const wallet = makeWallet();
      await proveNewWallet(backend, person, wallet.address);
      expect(await signInWallet(await openWalletServer(), wallet)).toBe(person.bound.p_user_id);
    },
  ],
  ['a new password', setPassword],
];

const lookAt = (tokenHash: string, type = 'email_change') => site.look({ token_hash: tokenHash, type });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

/** The view of a user without access to the new mailbox. */
async function seeAll(email: string) {
  const person = await comeAsNewPerson();
  const seen: unknown[] = [await ask(email), await readWaiting()];
  const mail = await mailTo(person.email);
  seen.push(mail, await lookAt(mail.tokenHash));
  const { checkMailLink } = await import('./mail-link');
  seen.push(await checkMailLink({ token_hash: mail.tokenHash, type: 'email' }));
  seen.push((await exportAccount()).newEmail);
  seen.push(await site.agreeByCode(wrong(mail.code)), await site.agree(mail.tokenHash));
  seen.push(await readWaiting(), await lookAt(mail.tokenHash), await site.agree(mail.tokenHash));
  seen.push(await site.agreeByCode(mail.code));
  // Requests it again, and confirms by the code.
  seen.push(await ask(email), await readWaiting());
  seen.push(await site.agreeByCode((await mailTo(person.email)).code), await readWaiting());
  const accountCode = accepted(
    await callAsServer<{ code: string }[]>(backend, 'ensure_account', person.bound),
  )[0]?.code;
  return JSON.stringify(seen)
    .replaceAll(mail.code, 'CODE')
    .replaceAll(mail.tokenHash, 'TOKEN')
    .replaceAll(email, 'NEW')
    .replaceAll(person.email, 'OLD')
    .replaceAll(accountCode ?? '?', 'ACCOUNT');
}

it('a change to a taken address looks and works for the requester like one to a free address', async () => {
  const owner = await signUpPerson(backend);
  const [taken, free] = [await seeAll(owner.email), await seeAll(makeEmail('free'))];
  expect(taken).toBe(free);
  expect(taken).toContain('OLD');
  expect(taken).toContain('Confirm your new email');
  expect(taken).toContain('/auth/confirm?notice=one-agreed');
});

it("the owner of a taken address is notified without the requester's name, and their account doesn't change", async () => {
  const owner = await signUpPerson(backend);
  const asker = await comeAsNewPerson();
  await ask(owner.email.toUpperCase());
  const told = await backend.newestMailTo(owner.email);
  expect(told.subject).toBe('Someone asked to use your address');
  expect(told.text).not.toContain(asker.email);
  expect(told.code).toBeNull();
  expect((await owner.client.auth.getUser()).data.user).toMatchObject({ email: owner.email });
});

it.each([
  ['a taken address', async () => (await signUpPerson(backend)).email],
  ['another free one', async () => makeEmail('free')],
])('a request for %s replaces an earlier change', async (_which, makeNext) => {
  const person = await comeAsNewPerson();
  const first = makeEmail('first');
  await ask(first);
  const links = [await mailTo(person.email), await mailTo(first)];
  const next = await makeNext();
  await ask(next);
  for (const { tokenHash } of links) {
    expect(await lookAt(tokenHash)).toEqual({ status: 'used-up' });
    expect(await site.agree(tokenHash)).toMatchObject({ ok: false, code: 'auth.link_invalid' });
  }
  expect(await readWaiting()).toEqual({ to: next, waitsForOld: true, waitsForNew: true });
  // A later request for a free address succeeds.
  const last = makeEmail('last');
  await ask(last);
  await site.agree((await mailTo(person.email)).tokenHash);
  expect(await site.agree((await mailTo(last)).tokenHash)).toMatchObject({
    redirectTo: '/account?notice=email-changed',
  });
});

describe.each([
  ['a taken address', async () => (await signUpPerson(backend)).email],
  ['a free one', async () => makeEmail('free')],
])('after a request for %s', (_which, makeNext) => {
  it('the pause before the next request is the same', async () => {
    mockPause = 60;
    await comeAsNewPerson();
    await ask(await makeNext());
    for (const next of [makeEmail('free'), (await signUpPerson(backend)).email]) {
      expect(await ask(next)).toMatchObject({
        code: 'auth.mail_too_soon',
        retryAfterSeconds: expect.any(Number),
      });
    }
  });

  it('the pause ends a minute after the request, even if Auth emailed later', async () => {
    mockPause = 60;
    const person = await comeAsNewPerson();
    await ask(await makeNext());
    const older = { p_user_id: person.bound.p_user_id, p_age: '1 minute' };
    expect((await callAsServer(backend, 'test_age_email_change', older)).refusal).toBeNull();
    expect(await ask(makeEmail('free'))).toEqual({ ok: true });
  });

  it.each(endings)('%s ends it, but not the pause', async (_way, end) => {
    const person = await comeAsNewPerson();
    await ask(await makeNext());
    await end(person);
    expect(await readWaiting()).toBeNull();
    expect((await exportAccount()).newEmail).toBeNull();
    mockPause = 60;
    expect(await ask(makeEmail('free'))).toMatchObject({ code: 'auth.mail_too_soon' });
  });
});

it("a completed change isn't pending again after a new password", async () => {
  const person = await comeAsNewPerson();
  const next = makeEmail('next');
  await ask(next);
  await site.agree((await mailTo(person.email)).tokenHash);
  await site.agree((await mailTo(next)).tokenHash);
  await setPassword();
  expect(await readWaiting()).toBeNull();
});

it.each([
  ['a site without SMTP_URL', comeAsNewPerson],
  ['a wallet account', async () => signInWallet(await openWalletServer(), makeWallet())],
])('%s answers in the same time if Auth sends the emails', async (_which, come) => {
  mockSmtpUrl = null;
  const owner = await signUpPerson(backend);
  const seen = [];
  for (const email of [owner.email, makeEmail('free')]) {
    switchBrowser();
    await come();
    const answer = await ask(email);
    seen.push({ answer, waiting: { ...(await readWaiting()), to: null } });
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]).toMatchObject({ answer: { ok: true }, waiting: { waitsForNew: true } });
});
