import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import {
  authenticate,
  firstPassword,
  type LocalSupabase,
  makeEmail,
  makePasskey,
  makeWallet,
  register,
  signInAtAuth,
  startLocalSupabase,
  withoutDatabase,
} from 'local-supabase/testing';
import { readyForm } from '@/lib/forms/form-state';
import { addPasskeyHere, begun, openPasskeyServer } from '@/lib/testing/passkey-visitor';
import { pointSiteAt } from '@/lib/testing/point-site-at';
import {
  newStatement,
  openWalletServer,
  signWith,
  switchBrowser,
  switchToSession,
} from '@/lib/testing/wallet-visitor';
import { signUpPerson } from '@/supabase/testing/person';

// Calls every action of the site, as a page's form or script does, while REST answers and the database is unreachable.

jest.mock('next/cache', () => ({ refresh: () => undefined, revalidatePath: () => undefined }));
jest.mock('next/navigation', () => ({
  redirect: (path: string) => {
    throw new Error(`led to ${path}`);
  },
}));

type Answer = { problem?: { code: string }; values?: Record<string, string> };
type Action = (...given: unknown[]) => Promise<Answer>;
type Sender = 'member' | 'visitor' | 'pendingMfa';

/** Each action's valid input and sender, for flows begun before the outage. */
type Sent = { by: Sender; input: Record<string, unknown>; expected?: string };

const folder = __dirname;
const actions = new Map<string, Action>();
let backend: LocalSupabase;
let browsers: Record<Sender, Map<string, string>>;
let sent: Record<string, Sent>;

beforeAll(async () => {
  backend = await startLocalSupabase({ env: { LOCAL_SUPABASE_GITHUB_URL: 'http://127.0.0.1:9' } });
  pointSiteAt(backend);
  process.env.DEVELOPER_APPS = 'on';
  for (const file of globSync('**/actions.ts', { cwd: folder }).sort())
    for (const [name, action] of Object.entries(await import(join(folder, file))))
      actions.set(`${file.replace(/\/?actions\.ts$/, '')} ${name}`, action as Action);
  ({ browsers, sent } = await beginEverything());
});
afterAll(() => backend.stop());

const id = () => randomUUID();
const app = { name: 'Gate', redirectUris: 'https://gate.example/callback', signOutUris: '' };
const clientId = `app_${'a'.repeat(24)}`;

async function beginEverything() {
  const [walletServer, passkeyServer] = [await openWalletServer(), await openPasskeyServer()];
  const { cancelEnrollment: _, ...enrolling } = await import('@/lib/auth/account/enroll-authenticator');
  const { startPendingMfa } = await import('@/lib/auth/sign-in/finish-sign-in');

  const person = await signUpPerson(backend);
  const member = switchToSession(person.session);
  const { passkey } = await addPasskeyHere(passkeyServer);
  const adding = begun(await passkeyServer.startAddingPasskey());
  const confirming = begun(await passkeyServer.startPasskeyStepUp());
  const enrolled = await enrolling.startEnrollment();
  if (!enrolled.ok) throw new Error(enrolled.code);

  const visitor = switchBrowser();
  const wallet = makeWallet();
  const statement = signWith(wallet, await newStatement(walletServer, wallet));
  const signingIn = begun(await passkeyServer.startPasskeySignIn());

  const pendingMfa = switchBrowser();
  const { session } = await signInAtAuth(backend, person.email);
  await startPendingMfa(session, 'password', undefined);

  const answerTo = ({ ticket, options }: typeof confirming) => {
    const { challenge, rpId = 'localhost' } = options;
    return { ticket, credential: authenticate(passkey, { challenge, rpId }) };
  };
  const { challenge, rp, user } = adding.options;
  const registered = register(makePasskey(), { challenge, rp: { ...(rp.id && { id: rp.id }) }, user });

  const link = { token_hash: 'a'.repeat(56), type: 'email' };
  const code = { code: '123456' };
  const password = { password: firstPassword };
  const signed = { ...statement, challengeId: id() };
  const asked = { address: wallet.address, method: 'sign_message', purpose: 'prove' };
  const reference = { walletId: id() };
  const made = { madeAt: new Date().toISOString() };
  const by =
    (who: Sender) =>
    (input: Record<string, unknown> = {}, expected?: string): Sent => ({
      by: who,
      input,
      ...(expected && { expected }),
    });
  const [ofMember, ofVisitor, ofPendingMfa] = [by('member'), by('visitor'), by('pendingMfa')];
  const sent: Record<string, Sent> = {
    '(signed-in)/account addProviderAction': ofMember({ provider: 'github' }),
    '(signed-in)/account changeEmailAction': ofMember({ email: makeEmail() }),
    '(signed-in)/account changePageAction': ofMember({ change: 'link_changed' }),
    '(signed-in)/account confirmEmailChangeAction': ofMember(code),
    '(signed-in)/account removeSignInMethodAction': ofMember({ id: id() }),
    '(signed-in)/account setDisplayNameAction': ofMember({ name: 'Ada' }),
    '(signed-in)/account deleteAccountAction': ofMember({ confirmation: person.email }),
    '(signed-in)/activity/not-me endOtherSessionsAction': ofMember(),
    '(signed-in)/apps endGrantAction': ofMember({ grantId: id() }),
    '(signed-in)/apps unshareAction': ofMember({ grantId: id(), walletId: id() }),
    '(signed-in)/confirm-access confirmByAuthenticatorAction': ofMember(code),
    '(signed-in)/confirm-access confirmByCodeAction': ofMember(code),
    '(signed-in)/confirm-access confirmByPasskeyAction': ofMember(answerTo(confirming)),
    '(signed-in)/confirm-access confirmByPasswordAction': ofMember(password),
    '(signed-in)/confirm-access confirmByWalletAction': ofMember(signed),
    '(signed-in)/confirm-access describeStepUpAction': ofMember(),
    '(signed-in)/confirm-access issueStepUpStatementAction': ofMember(asked),
    '(signed-in)/confirm-access mailStepUpCodeAction': ofMember(),
    '(signed-in)/confirm-access startPasskeyStepUpAction': ofMember(),
    '(signed-in)/developers changeClientAction': ofMember({ ...app, clientId }),
    '(signed-in)/developers/new registerClientAction': ofMember({ ...app, library: 'browser', homes: '' }),
    '(signed-in)/developers removeClientAction': ofMember({ clientId }),
    '(signed-in)/developers rotateSecretAction': ofMember({ clientId }),
    '(signed-in)/passkey-offer declinePasskeyOfferAction': ofMember(),
    '(signed-in)/security changePasswordAction': ofMember(password),
    '(signed-in)/security endOtherSessionsAction': ofMember(),
    '(signed-in)/security endSessionAction': ofMember({ sessionId: id() }),
    '(signed-in)/security keepUnannouncedMethodAction': ofMember({ id: id() }),
    '(signed-in)/security removeAuthenticatorAction': ofMember({ factorId: id() }),
    '(signed-in)/security cancelEnrollmentAction': ofMember(),
    '(signed-in)/security finishEnrollmentAction': ofMember(code),
    '(signed-in)/security startEnrollmentAction': ofMember(),
    '(signed-in)/security removeLostAuthenticatorsAction': ofMember(),
    '(signed-in)/security/passkeys addPasskeyAction': ofMember({
      ticket: adding.ticket,
      credential: registered,
    }),
    '(signed-in)/security/passkeys removePasskeyAction': ofMember({ id: id() }),
    '(signed-in)/security/passkeys renamePasskeyAction': ofMember({ id: id(), name: 'Laptop' }),
    '(signed-in)/security/passkeys startAddingPasskeyAction': ofMember(),
    '(signed-in)/security/recovery-codes keepRecoveryCodesAction': ofMember(made),
    '(signed-in)/security/recovery-codes makeRecoveryCodesAction': ofMember(),
    '(signed-in)/security/recovery-codes noteCodesKeptAction': ofMember(made),
    '(signed-in)/wallets findWalletAction': ofMember({ address: wallet.address }),
    '(signed-in)/wallets issueChallengeAction': ofMember(asked),
    '(signed-in)/wallets labelWalletAction': ofMember({ ...reference, label: 'Savings' }),
    '(signed-in)/wallets listWalletAction': ofMember({ ...reference, isListed: 'true' }),
    '(signed-in)/wallets makeWalletPrimaryAction': ofMember(reference),
    '(signed-in)/wallets proveWalletAction': ofMember(signed),
    '(signed-in)/wallets publishWalletAction': ofMember({
      ...reference,
      proofId: reference.walletId,
      isPublic: 'true',
    }),
    '(signed-in)/wallets removeWalletAction': ofMember(reference),
    '(signed-out)/sign-in pollSignInAction': ofVisitor({ email: makeEmail() }, 'nothing'),
    '(signed-out)/auth/confirm confirmMailLinkAction': ofVisitor(link),
    '(signed-out)/auth/confirm confirmWithCodeAction': ofVisitor({ email: makeEmail(), ...code }),
    '(signed-out)/reset-password chooseNewPasswordAction': ofMember(password),
    '(signed-out)/reset-password enterResetCodeAction': ofVisitor({ email: makeEmail(), ...code }),
    '(signed-out)/reset-password requestPasswordResetAction': ofVisitor({ email: makeEmail() }),
    '(signed-out)/reset-password resendPasswordResetAction': ofVisitor({ email: makeEmail() }),
    '(signed-out)/sign-in continueWithEmailAction': ofVisitor({ email: makeEmail() }),
    '(signed-out)/sign-in issueSignInStatementAction': ofVisitor(asked),
    '(signed-out)/sign-in resendCodeAction': ofVisitor({ email: makeEmail() }),
    '(signed-out)/sign-in signInWithCodeAction': ofVisitor({ email: makeEmail(), ...code }),
    '(signed-out)/sign-in signInWithPasskeyAction': ofVisitor(answerTo(signingIn)),
    '(signed-out)/sign-in signInWithPasswordAction': ofVisitor({ email: makeEmail(), ...password }),
    '(signed-out)/sign-in signInWithWalletAction': ofVisitor(statement),
    '(signed-out)/sign-in startOAuthAction': ofVisitor({ provider: 'github' }),
    '(signed-out)/sign-in/second-factor cancelMfaAction': ofPendingMfa({}, 'led to /sign-in'),
    '(signed-out)/sign-in/second-factor enterFactorCodeAction': ofPendingMfa(code),
    '(signed-out)/sign-in/second-factor enterRecoveryCodeAction': ofPendingMfa({
      recoveryCode: 'AAAA-BBBB-CCCC-DDDD',
    }),
    '(signed-out)/sign-in/second-factor mailAuthenticatorRecoveryCodeAction': ofPendingMfa(),
    '(signed-out)/sign-in/second-factor removeExternalAuthenticatorsAction': ofPendingMfa({
      ...password,
      ...code,
    }),
    '(signed-out)/sign-up signUpAction': ofVisitor({ email: makeEmail(), ...password }),
  };
  return { browsers: { member, visitor, pendingMfa }, sent };
}

/** @returns a code, the redirect, or `nothing`. */
async function press(action: Action, { by, input }: Sent): Promise<string> {
  const jar = switchBrowser(new Map(browsers[by]));
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, String(value));
  try {
    const answer = await (action.length === 2 ? action(readyForm, form) : action(input));
    expect(sessionsIn(jar)).toEqual(sessionsIn(browsers[by]));
    if ('values' in answer) expect(Object.keys(answer.values ?? {})).toEqual(notSecret(input));
    return answer.problem?.code ?? 'nothing';
  } catch (error) {
    if (!/^led to /.test((error as Error).message)) throw error;
    return (error as Error).message;
  }
}

/** The fields that return to the form. */
const notSecret = (input: object) => Object.keys(input).filter((name) => !/password|code|token/i.test(name));

const sessionsIn = (jar: Map<string, string>) =>
  [...jar].filter(([name]) => /auth-token|pending-mfa/.test(name));

test('every action is tried', () => {
  expect(Object.keys(sent).sort()).toEqual([...actions.keys()].sort());
});

test.each(['PGRST002', '57014'])(
  'every action reports the outage, keeps typed values and ends no session (%s)',
  async (as) => {
    jest.spyOn(console, 'warn').mockReturnValue();
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    const came: Record<string, string> = {};
    const expected: Record<string, string> = {};
    await withoutDatabase(
      backend,
      async () => {
        for (const [name, action] of actions) {
          const given = sent[name];
          if (!given) continue;
          came[name] = await press(action, given);
          expected[name] = given.expected ?? 'backend.unavailable';
        }
      },
      as,
    );
    expect(came).toEqual(expected);
    expect(logged.mock.calls).toEqual([]);
  },
);

test('this process counts attempts during an outage', async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  const name = '(signed-out)/sign-in signInWithPasswordAction';
  const guess: Sent = { by: 'visitor', input: { email: makeEmail(), password: 'a guess' } };
  const came = await withoutDatabase(backend, async () => {
    const answers: string[] = [];
    for (let guesses = 0; guesses < 12; guesses++)
      answers.push(await press(actions.get(name) as Action, guess));
    return answers;
  });
  expect(came.slice(0, 10)).toEqual(Array(10).fill('backend.unavailable'));
  expect(came.slice(10)).toEqual(['auth.too_many_attempts', 'auth.too_many_attempts']);
});
