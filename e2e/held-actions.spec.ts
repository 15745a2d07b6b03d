import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../scripts/project-folder.ts';
import { type Account, createAccount } from './fixtures/account.ts';
import { grantAccess } from './fixtures/grant-access.ts';
import { type HttpClient, openHttpClient } from './fixtures/http-client.ts';
import type { Mailbox } from './fixtures/mailbox.ts';
import { readActionId, readForms } from './fixtures/page-forms.ts';
import { listPages } from './fixtures/page-paths.ts';
import { addPasskeyAtAuth, addPasskeys } from './fixtures/passkeys.ts';
import { createWalletKey, openProver, proveWallet, publishWallet } from './fixtures/prove-wallet.ts';
import { listWallet } from './fixtures/public-page.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { fetchExternalTokens, packSession } from './fixtures/session-cookies.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';

/** Actions that irrevocably remove something or grant access in one press. Each has a held button with this name. */
const held = {
  changePageAction: ['Get a new link', 'Turn the page off'],
  confirmMailLinkAction: ['Confirm email', 'Confirm the change'],
  keepUnannouncedMethodAction: ['It was me, keep it'],
  listWalletAction: ['Add to your page', 'Take off'],
  makeRecoveryCodesAction: ['Show ten new codes'],
  publishWalletAction: ['Make it public'],
  removeLostAuthenticatorsAction: ['Remove the lost authenticator'],
  rotateSecretAction: ['Make a new secret'],
};

/** Actions with a confirmation dialog. Its button is held, and is the only one without scripts. */
const asking = {
  endGrantAction: ['End access of Bank'],
  removeAuthenticatorAction: ['Remove Phone and turn two-step sign-in off'],
  removeClientAction: ['Remove Bank'],
  removePasskeyAction: ['Remove Passkey'],
  removeWalletAction: ['Remove wallet'],
  unshareAction: ['Stop sharing'],
};

/** Also held, and tested elsewhere: `oauth.spec` has providers, and codes appear after a press. */
const heldElsewhere = ['addProviderAction', 'removeSignInMethodAction', 'keepRecoveryCodesAction'];

/** Reasons why an accidental press is harmless, and the actions they apply to. */
const exempt = {
  'sends what a person typed': [
    ...['signInWithPasswordAction', 'signInWithCodeAction', 'signUpAction', 'confirmWithCodeAction'],
    ...['enterFactorCodeAction', 'enterRecoveryCodeAction', 'removeExternalAuthenticatorsAction'],
    ...['enterResetCodeAction', 'chooseNewPasswordAction', 'changePasswordAction', 'changeEmailAction'],
    ...['confirmEmailChangeAction', 'confirmByCodeAction'],
    ...['confirmByAuthenticatorAction', 'finishEnrollmentAction', 'deleteAccountAction'],
    ...['registerClientAction', 'changeClientAction', 'labelWalletAction', 'setDisplayNameAction'],
    'renamePasskeyAction',
  ],
  'may send what a password manager filled in, and confirms for what is held': ['confirmByPasswordAction'],
  'the wallet or the device asks its owner': [
    ...['issueSignInStatementAction', 'signInWithWalletAction', 'signInWithPasskeyAction'],
    ...['issueChallengeAction', 'proveWalletAction', 'issueStepUpStatementAction', 'confirmByWalletAction'],
    ...['startPasskeyStepUpAction', 'confirmByPasskeyAction', 'startAddingPasskeyAction', 'addPasskeyAction'],
  ],
  'signing in again, with another account or in the app, restores it': [
    ...['cancelMfaAction', 'endOtherSessionsAction', 'endOtherSessionsAction', 'endSessionAction'],
    ...['app/sign-out', 'app/connect/[id]/another-account'],
  ],
  'signs in to the account of the person at the provider': ['startOAuthAction'],
  'sends an email to the address of the account, or to one that was typed': [
    ...['continueWithEmailAction', 'resendCodeAction'],
    ...['requestPasswordResetAction', 'resendPasswordResetAction', 'mailStepUpCodeAction'],
    'mailAuthenticatorRecoveryCodeAction',
  ],
  'the same means take it back': [
    ...['makeWalletPrimaryAction', 'startEnrollmentAction', 'cancelEnrollmentAction'],
    'declinePasskeyOfferAction',
  ],
  'follows a copy or a download that the person made': ['noteCodesKeptAction'],
  'gives the person a file, and counts it': ['app/(signed-in)/account/export'],
  'reads only': ['pollSignInAction', 'findWalletAction', 'describeStepUpAction'],
};

/** The forms of consent and of an app's sign-out. Their other button changes nothing. */
const heldAnswers = {
  'app/connect/[id]/decide': 'Share and continue',
  'app/apps/[clientId]/wallets/decide': 'Save selection',
  'app/connect/(column)/sign-out/decide': 'Sign out here',
};

test('every server action and form address is held, asks first, or is harmless for a stated reason', () => {
  const cwd = inProject('app');
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8');
  // There is no inline server action, which this test would miss.
  const others = globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: inProject() }).filter((file) =>
    /^(?!'use server').*^ *['"]use server['"]/ms.test(readFileSync(inProject(file), 'utf8')),
  );
  expect(others).toEqual([]);
  const actions = globSync('**/*.{ts,tsx}', { cwd })
    .filter((file) => read(file).startsWith("'use server'"))
    .flatMap((file) =>
      [...read(file).matchAll(/^export (?!type\b)(?:const )?(.+?)\b/gm)].map(([, name]) => name),
    );
  const addresses = globSync('**/route.ts', { cwd })
    .filter((file) => !/^(api|oauth)\//.test(file) && /\bPOST\b/.test(read(file)))
    .map((file) => `app/${file.replace(/\/route\.ts$/, '')}`);
  const lists = [held, asking, heldAnswers].flatMap((list) => Object.keys(list));
  const listed = [...lists, ...heldElsewhere, ...Object.values(exempt).flat()];
  expect(listed.sort()).toEqual([...actions, ...addresses].sort());
});

test("in every page's HTML, buttons that remove or grant access are held, and so are confirmations", async ({
  addresses,
  account,
  mailbox,
}) => {
  const ids = new Map<string, string>();
  const forms = await collectForms(addresses, account, mailbox);
  for (const [action, buttons] of Object.entries({ ...held, ...asking }))
    for (const name of buttons) {
      const found = forms.filter(({ button }) => button.startsWith(name));
      expect([action, name, found.length > 0]).toEqual([action, name, true]);
      for (const { id } of found) ids.set(id, action);
    }
  expect(ids.size).toBe(Object.keys({ ...held, ...asking }).length);
  // Every other form of these actions, under any name.
  for (const { id, button, isHeld } of forms)
    if (ids.has(id)) expect([ids.get(id), button, isHeld]).toEqual([ids.get(id), button, true]);
  for (const name of Object.values(heldAnswers))
    expect([name, ...new Set(forms.flatMap((form) => (form.button === name ? form.isHeld : [])))]).toEqual([
      name,
      true,
    ]);
});

function pathOf({ link }: { link: string | null }): string {
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}

/** All forms on all pages, for a user with one of everything. */
async function collectForms(addresses: Addresses, account: Account, mailbox: Mailbox) {
  const prover = await openProver(addresses, account);
  const key = createWalletKey();
  const { walletId } = await proveWallet(addresses, prover, key);
  const shared = createWalletKey();
  const proven = await proveWallet(addresses, prover, shared);
  await publishWallet(addresses, prover, proven.walletId);
  await listWallet(addresses, prover, proven.walletId);
  const unlisted = createWalletKey();
  await publishWallet(addresses, prover, (await proveWallet(addresses, prover, unlisted)).walletId);
  const app = await startRelyingApp(addresses, {
    name: 'Bank',
    owner: prover,
    scope: 'openid email wallets',
  });
  await grantAccess(addresses, prover, app.clientId, { walletIds: [walletId] });
  const { access_token } = await fetchExternalTokens(addresses, account);
  await addPasskeyAtAuth(addresses, access_token);
  // The next sign-in detects it.
  const owner = await openSignedInClient(addresses, account);
  const forms: ReturnType<typeof readForms> = [];
  const open = async (visitor: HttpClient, ...paths: string[]) => {
    for (const path of paths) forms.push(...readForms((await visitor.get(path)).text));
  };
  await open(
    owner,
    ...listPages(),
    ...[key, shared, unlisted].map(({ address }) => `/wallets/manage?address=${address}`),
    `/developers/${app.clientId}`,
  );
  await open(owner, `/apps/${app.clientId}/wallets`);
  const browser = openScriptlessBrowser(addresses.siteUrl, owner);
  await browser.open(`${app.url}/sign-in?prompt=consent`);
  await open(owner, browser.place());
  await browser.press('Share and continue');
  await browser.open(`${app.url}/sign-out`);
  await open(owner, browser.place());
  await app.stop();

  const other = await createAccount(addresses);
  await addPasskeys(addresses, other, 1);
  const email = `held-${crypto.randomUUID()}@example.com`;
  const member = await openSignedInClient(addresses, other);
  await member.press('/account', 'Change email', { email });
  await open(member, '/security', pathOf(await mailbox.newestTo(email)));

  const newcomer = openHttpClient(addresses.siteUrl);
  const unconfirmed = `held-${crypto.randomUUID()}@example.com`;
  await newcomer.press('/sign-up', 'Create account', { email: unconfirmed, password: other.password });
  await open(newcomer, pathOf(await mailbox.newestTo(unconfirmed)));

  const careful = await createAccount(addresses);
  const { tokens } = await addAuthenticator(addresses, careful);
  const locked = openHttpClient(addresses.siteUrl);
  for (const [name, value] of packSession(tokens, addresses)) locked.cookies.set(name, value);
  await open(locked, '/security', '/security/recovery-codes');
  const sheet = await locked.press('/security/recovery-codes', 'Show ten new codes');
  const [recoveryCode = ''] = /([A-Z2-7]{4}-){3}[A-Z2-7]{4}/.exec(sheet.text) ?? [];
  const lost = openHttpClient(addresses.siteUrl);
  await lost.signIn(careful);
  await open(lost, '/sign-in/second-factor');
  await lost.press('/sign-in/second-factor?with=recovery-code', 'Continue', { recoveryCode });
  await open(lost, '/security/lost-authenticator');
  return forms.map((form) => ({ ...form, id: readActionId(form) ?? '' }));
}
