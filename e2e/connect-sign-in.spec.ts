import type { Page } from 'playwright/test';
import { type Account, callFunction, createAccount, enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { readForms } from './fixtures/page-forms.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { readMain } from './fixtures/read-html.ts';
import { readShown, startRelyingApp } from './fixtures/relying-app.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInWalker } from './fixtures/signed-in-visitor.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { openWalker } from './fixtures/walker.ts';
import { installTestWallet } from './test-wallet.ts';
import { signInByWallet } from './wallet-page.ts';

/**
 * Registers an unreviewed app.
 * @returns the authorization URL to which it sends users.
 */
async function requestOfOwnApp(addresses: Addresses, owner: Account, redirectUri: string): Promise<string> {
  const { userId, sessionId } = await openProver(addresses, owner);
  const clientId = await callFunction(addresses, 'register_own_oauth_client', {
    p_user_id: userId,
    p_session_id: sessionId,
    p_client: { name: 'Bank', redirect_uris: [redirectUri], is_confidential: false },
    p_secret_hash: null,
    p_device: 'Firefox on Linux',
  });
  const asked = new URLSearchParams({
    client_id: String(clientId),
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid wallets',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  return `/oauth/authorize?${asked}`;
}

test('works without scripts: signing in, choosing wallets, and a hint about proving one', async ({
  browser,
  account,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  const prover = await openProver(addresses, account);
  const [first, second] = [createWalletKey(), createWalletKey()];
  await proveWallet(addresses, prover, first);
  await proveWallet(addresses, prover, second);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: addresses.siteUrl });
  const page = await plain.newPage();
  await page.goto(`${app.url}/sign-in`);
  await expect(page.getByText(`(${new URL(app.url).host})`)).toBeVisible();
  await page.getByRole('button', { name: /^Back to / }).click();
  await expect(page.locator('#problem')).toContainText('access_denied');
  await page.goto(`${app.url}/sign-in`);
  await enterPassword(page, account);
  await expect(page.getByText('Proving another wallet needs JavaScript.')).toBeVisible();
  const boxes = page.getByRole('list', { name: 'Your proven wallets' }).getByRole('checkbox');
  await boxes.nth(0).uncheck();
  // Without scripts the text is static, so it must be true for any ticked boxes.
  await expect(page.getByText('It can look up the ticked wallets at any time')).toBeVisible();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toContainText(second.address);
  await expect(page.locator('#claims')).not.toContainText(first.address);

  // Going back leads to a page that says so, and shares nothing twice.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'This request has ended.' })).toBeVisible();
  await plain.close();
  await app.stop();
});

test('the app is named on every step, with a link back, and a link opened in another browser leads back there', async ({
  addresses,
  mailbox,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid' });
  const account = await createAccount(addresses);
  const { authenticator } = await addAuthenticator(addresses, account);
  const walker = openWalker(addresses.siteUrl);
  const host = new URL(app.url).host;
  const expectNamed = (place: RegExp) => {
    expect(walker.place()).toMatch(place);
    expect(walker.words()).toContain(`to continue to`);
    expect(walker.words()).toContain(`(${host})`);
    expect(readForms(walker.answer().text).map(({ button }) => button)).toContainEqual(
      expect.stringMatching(/Back to /),
    );
  };
  await walker.open(`${app.url}/sign-in`);
  const first = walker.place();
  expectNamed(/^\/sign-in\?next=/);
  for (const [link, place] of [
    ['Create an account', /^\/sign-up/],
    ['Forgot your password?', /^\/reset-password/],
    ['Use a password', /step=password/],
  ] as const) {
    await walker.open(first);
    await walker.follow(link);
    expectNamed(place);
  }
  await walker.open(first);
  await walker.press('Continue', { email: account.email });
  expectNamed(/step=code/);
  const { link, code } = await mailbox.newestTo(account.email);
  const elsewhere = openWalker(addresses.siteUrl);
  await elsewhere.open(link ?? '');
  expect(elsewhere.words()).toContain('Did you begin in another browser?');
  expect(elsewhere.words()).not.toContain(host);
  // The attempt used nothing up.
  await walker.press('Continue', { code: code ?? '' });
  expectNamed(/second-factor/);
  await walker.press('Continue', { code: authenticator.nextCode() });
  expect(walker.place()).toMatch(/^\/connect\//);
  await app.stop();
});

test('an app can require a recent confirmation, and learns what is missing for two steps', async ({
  account,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  const walker = await openSignedInWalker(addresses, account);
  await walker.open(`${app.url}/sign-in?prompt=login`);
  expect(walker.words()).toContain("asks that you confirm again that it's you");
  await walker.follow("Confirm it's you");
  await walker.press('Continue', { password: account.password });
  await walker.press('Share and continue');
  expect(readShown(walker.answer().text, 'claims')).toMatchObject({ email: account.email });

  await walker.open(`${app.url}/sign-in?acr_values=urn:countersign:2fa`);
  expect(walker.words()).toContain('Your account has no second step yet.');
  await walker.press('Cancel');
  expect(readShown(walker.answer().text, 'problem')).toEqual({ error: 'access_denied' });
  await app.stop();
});

test('an app that has signed a user out may ask for a sign-out here, which the user decides', async ({
  account,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid' });
  const walker = await openSignedInWalker(addresses, account);
  await walker.open(`${app.url}/sign-in`);
  await walker.press('Share and continue');
  readShown(walker.answer().text, 'claims');
  await walker.open(`${app.url}/sign-out`);
  await walker.press('Stay signed in');
  expect(walker.place()).toBe(`${app.url}/signed-out`);
  await walker.open(`${app.url}/sign-out`);
  await walker.press('Sign out here');
  expect(walker.place()).toBe(`${app.url}/signed-out`);
  await walker.open('/wallets');
  expect(walker.place()).toBe('/sign-in?next=%2Fwallets');
  await app.stop();
});

test('signing out for an app without a return address reports that the user is signed out', async ({
  account,
  addresses,
}) => {
  const walker = await openSignedInWalker(addresses, account);
  await walker.open('/oauth/logout');
  await walker.press('Sign out here');
  expect(walker.words()).toContain("You're signed out here.");
  await walker.open('/oauth/logout');
  expect(walker.words()).toContain("You're signed out here.");
});

test('after signing out, only a press leads to an unreviewed app', async ({ account, addresses }) => {
  const owner = await openProver(addresses, account);
  const app = await startRelyingApp(addresses, { name: 'Bank', owner });
  const walker = await openSignedInWalker(addresses, account);
  await walker.open(`${app.url}/sign-in`);
  await walker.press('Share and continue');
  readShown(walker.answer().text, 'claims');
  await walker.open(`${app.url}/sign-out`);
  expect(walker.words()).toContain("hasn't reviewed this app");
  await walker.press('Stay signed in');
  expect(walker.words()).toContain("You're still signed in here.");
  await walker.open(`${app.url}/sign-out`);
  await walker.press('Sign out here');
  expect(walker.words()).toContain("You're signed out here.");
  expect(walker.answer().text).toContain('<title>Signed out ');
  await walker.open(walker.place());
  expect(walker.answer().status).toBe(200);
  await walker.follow('Go back to localhost');
  expect(walker.place()).toBe(`${app.url}/signed-out`);
  // Already signed out: there is no question.
  await walker.open(`${app.url}/sign-out`);
  expect(walker.words()).toContain("You're signed out here.");
  await walker.follow('Go back to localhost');
  expect(walker.place()).toBe(`${app.url}/signed-out`);
  await app.stop();
});

test('an unreviewed app is marked, and leaving for sign-in keeps its request', async ({
  account,
  addresses,
}) => {
  const redirectUri = 'https://unreviewed.example/callback';
  const request = await requestOfOwnApp(addresses, account, redirectUri);
  const walker = await openSignedInWalker(addresses, account);
  await walker.open(request);
  expect(walker.words()).toMatch(/Not reviewed by Countersign .* trust unreviewed\.example\./);
  await walker.press('Sign out');
  expect(walker.place()).toMatch(/^\/sign-in\?next=%2Fconnect%2F/);
  expect(walker.words()).toContain('to continue to unreviewed.example');
  expect(walker.words()).toMatch(/It calls itself .* Not reviewed by Countersign\./);
  expect(readMain(walker.answer().text)).not.toContain('<img');
  await walker.open(`/oauth/authorize?client_id=app_unknown&redirect_uri=${redirectUri}`);
  expect(walker.words()).toContain("This app isn't registered here.");
});

test('an app on a device is described as one wherever a host would appear', async ({
  account,
  addresses,
}) => {
  const request = await requestOfOwnApp(addresses, account, 'com.example.app:/callback');
  const shown = 'an app on this device (com.example.app)';
  const walker = await openSignedInWalker(addresses, account);
  await walker.open(request);
  expect(walker.answer().text).toContain('<title>Sign in to an app on this device');
  expect(walker.words()).toContain(`Sign in to ${shown}`);
  expect(walker.words()).toMatch(/Not reviewed by .* trust the app on this device \(com\.example\.app\)\./);
  const tab = openWalker(addresses.siteUrl, walker.visitor);
  await tab.open(request);
  await tab.press('Cancel');
  expect(tab.triedToOpen()).toContain('com.example.app:/callback?error=access_denied');
  expect(tab.words()).toContain("If the app doesn't open, go back to it yourself.");
  await walker.press('Sign out');
  expect(walker.words()).toContain(`to continue to ${shown}`);
});

test("a wallet, a second factor and a link opened in another tab each return to the app's request @slow @tour", async ({
  page,
  context,
  mailbox,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  const share = page.getByRole('button', { name: 'Share and continue' });
  const leave = async () => {
    await share.click();
    await expect(page.locator('#claims')).toBeVisible();
    await context.clearCookies();
    await page.goto(`${app.url}/sign-in`);
  };
  await installTestWallet(page);
  await page.goto(`${app.url}/sign-in`);
  await signInByWallet(page);
  await leave();

  const guarded = await createAccount(addresses);
  const { authenticator } = await addAuthenticator(addresses, guarded);
  await enterPassword(page, guarded);
  await page.getByLabel('Code').fill(authenticator.nextCode());
  await leave();

  const mailed: Account = await createAccount(addresses);
  await page.getByLabel('Email').fill(mailed.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  const tab = await context.newPage();
  await tab.goto((await mailbox.newestTo(mailed.email)).link ?? '');
  await show(tab, 'sign-in-link');
  await tab.getByRole('button', { name: 'Continue' }).click();
  // Both tabs follow. The first continues, and the other says that it did.
  const tabs = [page, tab];
  const first = await Promise.any(
    tabs.map(async (one) => {
      await one.getByRole('button', { name: 'Share and continue' }).waitFor();
      return one;
    }),
  );
  for (const other of tabs.filter((one) => one !== first))
    await expect(other.getByText('It continued in another tab')).toBeVisible();
  await first.getByRole('button', { name: 'Share and continue' }).click();
  await expect(first.locator('#claims')).toContainText(mailed.email);
  await app.stop();
});

test('a refused answer is announced first, with and without scripts @slow @tour', async ({
  page,
  member,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  await proveWallet(addresses, await openProver(addresses, member), createWalletKey());
  await page.goto(`${app.url}/sign-in?wallet=any`);
  await page.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "isn't ticked" })).toBeVisible();
  await expect(page.locator(':focus').getByRole('alert')).toBeVisible();
  await show(page, 'connect-refused');
  await app.stop();
});

test("axe finds nothing on the pages around an app's request, and they fit a phone @slow @tour", async ({
  page,
  context,
  member,
  addresses,
}) => {
  const owner = await openProver(addresses, member);
  const app = await startRelyingApp(addresses, { name: 'Bank', owner });
  const look = async (on: Page, name: string, words: string | RegExp) => {
    await expect(on.getByText(words).first()).toBeVisible();
    await show(on, name);
    await expectFitsPhone(on);
    await expectNoAxeViolations(on);
  };
  await page.goto(`${app.url}/sign-in?prompt=login`);
  await look(page, 'connect-again', "asks that you confirm again that it's you");
  await page.goto(`${app.url}/sign-in`);
  await look(page, 'connect-not-reviewed', 'Not reviewed by Countersign');
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  await page.goto(`${app.url}/sign-out`);
  await look(page, 'connect-sign-out-not-reviewed', "hasn't reviewed this app");
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await look(page, 'connect-stayed', "You're still signed in here.");
  await app.stop();

  const request = await requestOfOwnApp(addresses, member, 'com.example.app:/callback');
  await page.goto(request);
  await look(page, 'connect-device', 'trust the app on this device (com.example.app)');
  // Nothing on this device opens that scheme, so the browser stays on the previous page.
  const tab = await context.newPage();
  await tab.goto(request);
  await tab.getByRole('button', { name: 'Cancel' }).click();
  await look(tab, 'connect-back-to-device', "If the app doesn't open, go back to it yourself.");
  await tab.close();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await look(page, 'sign-in-for-app', 'to continue to an app on this device (com.example.app)');
});
