import { enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { callFunction, createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { expect, test } from './fixtures/test.ts';

test('all of it works without scripts: signing in, choosing wallets, and a word about proving one', async ({
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
  await expect(page.getByText(`to go on to ${new URL(app.url).host}`)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.locator('#problem')).toContainText('access_denied');
  await page.goto(`${app.url}/sign-in`);
  await enterPassword(page, account);
  await expect(page.getByText('Proving another wallet needs JavaScript.')).toBeVisible();
  const boxes = page.getByRole('list', { name: 'Your proven wallets' }).getByRole('checkbox');
  await boxes.nth(0).uncheck();
  // No script rewrites what the page says, so it has to hold whichever boxes are ticked.
  await expect(page.getByText('It can look up the ticked wallets at any time')).toBeVisible();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toContainText(second.address);
  await expect(page.locator('#claims')).not.toContainText(first.address);

  // The way back leads to a page that says so, and shares nothing twice.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'This request has ended.' })).toBeVisible();
  await plain.close();
  await app.stop();
});

test('an app that wants to be sure has its person confirm, and says what is missing for two steps', async ({
  page,
  member,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  await page.goto(`${app.url}/sign-in?prompt=login`);
  await expect(page.getByText("asks that you confirm again that it's you")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: "Confirm it's you" }).click();
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toContainText(member.email);

  await page.goto(`${app.url}/sign-in?acr_values=urn:countersign:2fa`);
  await expect(page.getByText('Your account has no second step yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#problem')).toContainText('access_denied');
  await app.stop();
});

test('an app that has signed somebody out may ask the same of this site, which they decide', async ({
  page,
  member: _,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid' });
  await page.goto(`${app.url}/sign-in`);
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  await page.goto(`${app.url}/sign-out`);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page).toHaveURL(`${app.url}/signed-out`);
  await page.goto(`${app.url}/sign-out`);
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page).toHaveURL(`${app.url}/signed-out`);
  await page.goto('/wallets');
  await expect(page).toHaveURL('/sign-in?next=%2Fwallets');
  await app.stop();
});

test('after signing out nobody is led to an app that nobody reviewed, but by a press', async ({
  page,
  member,
  addresses,
}) => {
  const owner = await openProver(addresses, member);
  const app = await startRelyingApp(addresses, { name: 'Bank', owner });
  await page.goto(`${app.url}/sign-in`);
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  await page.goto(`${app.url}/sign-out`);
  await expect(page.getByText("hasn't reviewed this app")).toBeVisible();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('heading', { name: "You're still signed in here." })).toBeVisible();
  await page.goto(`${app.url}/sign-out`);
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page.getByRole('heading', { name: "You're signed out here." })).toBeVisible();
  await expect(page).toHaveTitle(/^Signed out/);
  expect((await page.reload())?.status()).toBe(200);
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: /^Go back to localhost/ }).click();
  await expect(page).toHaveURL(`${app.url}/signed-out`);
  // Nobody is signed in any more, so nobody is asked.
  await page.goto(`${app.url}/sign-out`);
  await expect(page.getByRole('heading', { name: "You're signed out here." })).toBeVisible();
  await page.getByRole('link', { name: /^Go back to localhost/ }).click();
  await expect(page).toHaveURL(`${app.url}/signed-out`);
  await app.stop();
});

test('an app that nobody reviewed is marked, and leaving for sign-in keeps its request', async ({
  page,
  member,
  addresses,
}) => {
  const { userId, sessionId } = await openProver(addresses, member);
  const redirectUri = 'https://unreviewed.example/callback';
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
  await page.goto(`/oauth/authorize?${asked}`);
  await expect(page.getByRole('region', { name: 'This app is not reviewed' })).toContainText(
    'unreviewed.example',
  );
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fconnect%2F/);
  await expect(page.getByText('to go on to unreviewed.example')).toBeVisible();
  await expect(page.getByText(/It calls itself .* Not reviewed by Countersign\./)).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.goto(`/oauth/authorize?client_id=app_unknown&redirect_uri=${redirectUri}`);
  await expect(page.getByRole('heading', { name: "This app isn't registered here." })).toBeVisible();
});

test('an app on a device is shown as one, in every place where a host would stand', async ({
  page,
  context,
  member,
  addresses,
}) => {
  const { userId, sessionId } = await openProver(addresses, member);
  const redirectUri = 'com.example.app:/callback';
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
  const shown = 'an app on this device (com.example.app)';
  await page.goto(`/oauth/authorize?${asked}`);
  await expect(page.getByRole('heading', { level: 1, name: `Sign in to ${shown}` })).toBeVisible();
  await expect(page).toHaveTitle(/^Sign in to an app on this device/);
  await expect(page.getByRole('region', { name: 'This app is not reviewed' })).toContainText(
    'trust the app on this device (com.example.app)',
  );
  await expectFitsPhone(page);
  await expectNoAxeViolations(page);
  // Nothing on this device opens that scheme, so the browser stays where it was to be led from.
  const tab = await context.newPage();
  await tab.goto(`/oauth/authorize?${asked}`);
  await tab.getByRole('button', { name: 'Cancel' }).click();
  await expect(tab.getByText("If the app doesn't open, go back to it yourself.")).toBeVisible();
  await expectFitsPhone(tab);
  await expectNoAxeViolations(tab);
  await tab.close();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText(`to go on to ${shown}`)).toBeVisible();
});
