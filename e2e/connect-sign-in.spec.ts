import type { Locator, Page } from 'playwright/test';
import { prepareForDevelopers } from '../scripts/stack/add-test-people.ts';
import { type Account, callFunction, createAccount, enterPassword } from './fixtures/account.ts';
import { deployedSettings } from './fixtures/app-under-test.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { readForms } from './fixtures/page-forms.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { readMain } from './fixtures/read-html.ts';
import { readShown, startRelyingApp } from './fixtures/relying-app.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInBrowser } from './fixtures/signed-in-client.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
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

test('a local app is tried as people with zero, one and three wallets, whom a deployed site never offers', async ({
  browser,
  startSite,
  addresses,
}) => {
  await prepareForDevelopers({ ...addresses, host: 'localhost', chain: 'solana:mainnet' });
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  for (const [wallets, label] of Object.entries({ 0: 'No wallet', 1: 'One wallet', 3: 'Three wallets' })) {
    const context = await browser.newContext({ javaScriptEnabled: label !== 'One wallet' });
    const page = await context.newPage();
    await page.goto(`${app.url}/sign-in`);
    await page.getByRole('button', { name: label }).click();
    await expect(page.getByRole('button', { name: 'Use another account' })).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(Number(wallets));
    await context.close();
  }
  await app.stop();
  const deployed = await startSite(deployedSettings);
  const signIn = `/sign-in?next=/connect/${'a'.repeat(24)}`;
  for (const [siteUrl, offers] of [
    [addresses.siteUrl, true],
    [deployed.siteUrl, false],
  ] as const)
    expect((await openHttpClient(siteUrl).get(signIn)).text.includes('One wallet')).toBe(offers);
});

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
  await expect(page.getByText('It can look up what you select at any time')).toBeVisible();
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
  const browser = openScriptlessBrowser(addresses.siteUrl);
  const host = new URL(app.url).host;
  const expectNamed = (place: RegExp) => {
    expect(browser.place()).toMatch(place);
    expect(browser.words()).toContain(`to continue to`);
    expect(browser.words()).toContain(`(${host})`);
    expect(readForms(browser.answer().text).map(({ button }) => button)).toContainEqual(
      expect.stringMatching(/Back to /),
    );
  };
  await browser.open(`${app.url}/sign-in`);
  const first = browser.place();
  expectNamed(/^\/sign-in\?next=/);
  for (const [link, place] of [
    ['Create an account', /^\/sign-up/],
    ['Forgot your password?', /^\/reset-password/],
  ] as const) {
    await browser.open(first);
    await browser.follow(link);
    expectNamed(place);
  }
  await browser.open(first);
  await browser.press('Use a password');
  expectNamed(/step=password/);
  await browser.open(first);
  await browser.press('Continue', { email: account.email });
  expectNamed(/step=code/);
  const { link, code } = await mailbox.newestTo(account.email);
  const elsewhere = openScriptlessBrowser(addresses.siteUrl);
  await elsewhere.open(link ?? '');
  expect(elsewhere.words()).toContain('Did you start in another browser?');
  expect(elsewhere.words()).not.toContain(host);
  await elsewhere.open(first);
  expect(elsewhere.words()).toContain("The app's request has ended, or is open in another browser.");
  // The attempt used nothing up.
  await browser.press('Continue', { code: code ?? '' });
  expectNamed(/second-factor/);
  await browser.press('Continue', { code: authenticator.nextCode() });
  expect(browser.place()).toMatch(/^\/connect\//);

  const { email } = await createAccount(addresses);
  const forgetful = openScriptlessBrowser(addresses.siteUrl);
  await forgetful.open(`${app.url}/sign-in`);
  await forgetful.follow('Forgot your password?');
  await forgetful.press('Email me a code', { email });
  await forgetful.press('Continue', { code: (await mailbox.newestTo(email)).code ?? '' });
  expect(forgetful.place()).toMatch(/^\/reset-password\/new/);
  expect(forgetful.words()).toContain(`(${host})`);
  await forgetful.press('← Back to Wallet Gate');
  expect(readShown(forgetful.answer().text, 'problem')).toEqual({ error: 'access_denied' });
  expect(forgetful.words()).not.toContain('ended');
  await app.stop();
});

test('on a phone, the way back shows the end of a long host, and covers neither a long site name nor `Sign out`', async ({
  page,
  startSite,
  addresses,
  mailbox,
}) => {
  const site = await startSite({ SITE_NAME: "Müller & Söhne's Treuhandgesellschaft AG" });
  const owner = await createAccount(addresses);
  const host = 'countersign.example.sign-in.accounts.wallets.unreviewed.example';
  const request = await requestOfOwnApp(addresses, owner, `https://${host}/callback`);
  await page.setViewportSize({ width: 360, height: 740 });
  const back = page.getByRole('button', { name: `Back to ${host}` });
  const expectApart = async (other: Locator) => {
    const [one, two] = await Promise.all([back.boundingBox(), other.boundingBox()]);
    if (!one || !two) throw new Error('One of them is not drawn.');
    const isApart = one.x >= two.x + two.width || two.x >= one.x + one.width || one.y >= two.y + two.height;
    expect([isApart, one, two]).toEqual([true, one, two]);
    expect(one.x + one.width).toBeLessThanOrEqual(360);
    // The letters that say whose host it is.
    const shown = await back.evaluate((button, letters) => {
      const text = document.createTreeWalker(button.querySelector('bdi') ?? button, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const node = text.nextNode() as Text;
      range.setStart(node, node.length - letters);
      range.setEnd(node, node.length);
      const [inside, around] = [range, button].map((part) => part.getBoundingClientRect());
      return inside && around && inside.left >= around.left && inside.right <= around.right;
    }, '.example'.length);
    expect(shown).toBe(true);
  };
  await page.goto(`${site.siteUrl}${request}`);
  await expectApart(page.locator('header .wordmark'));
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').fill((await mailbox.newestTo(owner.email)).code ?? '');
  await expect(page).toHaveURL(/reset-password\/new/);
  await expectApart(page.getByRole('button', { name: 'Sign out' }));
});

test('an app can require a recent confirmation, and gets access_denied where it requires two factors and the user has one', async ({
  account,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  const browser = await openSignedInBrowser(addresses, account);
  await browser.open(`${app.url}/sign-in?prompt=login`);
  expect(browser.words()).toContain("asks you to confirm it's you again");
  await browser.follow("Confirm it's you");
  await browser.press('Continue', { password: account.password });
  await browser.press('Share and continue');
  expect(readShown(browser.answer().text, 'claims')).toMatchObject({ email: account.email });

  await browser.open(`${app.url}/sign-in?acr_values=urn:countersign:2fa`);
  expect(browser.words()).toContain('Your account has no second step yet.');
  await browser.press('Cancel');
  expect(readShown(browser.answer().text, 'problem')).toEqual({ error: 'access_denied' });
  await app.stop();
});

test('an app that has signed a user out may ask for a sign-out here, which the user decides', async ({
  account,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid' });
  const browser = await openSignedInBrowser(addresses, account);
  await browser.open(`${app.url}/sign-in`);
  await browser.press('Share and continue');
  readShown(browser.answer().text, 'claims');
  await browser.open(`${app.url}/sign-out`);
  await browser.press('Stay signed in');
  expect(browser.place()).toBe(`${app.url}/signed-out`);
  await browser.open(`${app.url}/sign-out`);
  await browser.press('Sign out here');
  expect(browser.place()).toBe(`${app.url}/signed-out`);
  await browser.open('/wallets');
  expect(browser.place()).toBe('/sign-in?next=%2Fwallets');
  await app.stop();
});

test('signing out for an app without a return address reports that the user is signed out', async ({
  account,
  addresses,
}) => {
  const browser = await openSignedInBrowser(addresses, account);
  await browser.open('/oauth/logout');
  await browser.press('Sign out here');
  expect(browser.words()).toContain("You're signed out here.");
  await browser.open('/oauth/logout');
  expect(browser.words()).toContain("You're signed out here.");
});

test('after signing out, only a press leads to an unreviewed app', async ({ account, addresses }) => {
  const owner = await openProver(addresses, account);
  const app = await startRelyingApp(addresses, { name: 'Bank', owner });
  const browser = await openSignedInBrowser(addresses, account);
  await browser.open(`${app.url}/sign-in`);
  await browser.press('Share and continue');
  readShown(browser.answer().text, 'claims');
  await browser.open(`${app.url}/sign-out`);
  expect(browser.words()).toContain("hasn't reviewed this app");
  await browser.press('Stay signed in');
  expect(browser.words()).toContain("You're still signed in here.");
  await browser.open(`${app.url}/sign-out`);
  await browser.press('Sign out here');
  expect(browser.words()).toContain("You're signed out here.");
  expect(browser.answer().text).toContain('<title>Signed out ');
  await browser.open(browser.place());
  expect(browser.answer().status).toBe(200);
  await browser.follow('Go back to localhost');
  expect(browser.place()).toBe(`${app.url}/signed-out`);
  // Already signed out: there is no question.
  await browser.open(`${app.url}/sign-out`);
  expect(browser.words()).toContain("You're signed out here.");
  await browser.follow('Go back to localhost');
  expect(browser.place()).toBe(`${app.url}/signed-out`);
  await app.stop();
});

test('an unreviewed app is marked, and leaving for sign-in keeps its request', async ({
  account,
  addresses,
}) => {
  const redirectUri = 'https://unreviewed.example/callback';
  const request = await requestOfOwnApp(addresses, account, redirectUri);
  const browser = await openSignedInBrowser(addresses, account);
  await browser.open(request);
  expect(browser.words()).toMatch(/Not reviewed by Countersign .* trust unreviewed\.example\./);
  await browser.press('Sign out');
  expect(browser.place()).toMatch(/^\/sign-in\?next=%2Fconnect%2F/);
  expect(browser.words()).toContain('to continue to unreviewed.example');
  expect(browser.words()).toMatch(/It calls itself .* Not reviewed by Countersign\./);
  expect(readMain(browser.answer().text)).not.toContain('<img');
  await browser.open(`/oauth/authorize?client_id=app_unknown&redirect_uri=${redirectUri}`);
  expect(browser.words()).toContain("This app isn't registered here.");
});

test('an app on a device is described as one wherever a host would appear', async ({
  account,
  addresses,
}) => {
  const request = await requestOfOwnApp(addresses, account, 'com.example.app:/callback');
  const shown = 'an app on this device (com.example.app)';
  const browser = await openSignedInBrowser(addresses, account);
  await browser.open(request);
  expect(browser.answer().text).toContain('<title>Sign in to an app on this device');
  expect(browser.words()).toContain(`Sign in to ${shown}`);
  expect(browser.words()).toMatch(/Not reviewed by .* trust the app on this device \(com\.example\.app\)\./);
  const tab = openScriptlessBrowser(addresses.siteUrl, browser.client);
  await tab.open(request);
  await tab.press('Cancel');
  expect(tab.triedToOpen()).toContain('com.example.app:/callback?error=access_denied');
  expect(tab.words()).toContain("If the app doesn't open, go back to it yourself.");
  await browser.press('Sign out');
  expect(browser.words()).toContain(`to continue to ${shown}`);
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
    await expect(other.getByText('It was already answered')).toBeVisible();
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
  await expect(page.getByRole('alert').filter({ hasText: "isn't selected" })).toBeVisible();
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
  await look(page, 'connect-again', "asks you to confirm it's you again");
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
