import type { Page, Route } from 'playwright/test';
import { type Account, enterPassword, signOut } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import { addVirtualAuthenticator, type VirtualAuthenticator } from './fixtures/virtual-authenticator.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Sign in faster next time' });

/** Signs in by password, on a device that isn't touched yet. The passkey card is for accounts with a proven wallet. */
async function signInUntouched(page: Page, account: Account): Promise<VirtualAuthenticator> {
  const addresses = readSharedAddresses();
  await proveWallet(addresses, await openProver(addresses, account), createWalletKey());
  const device = await addVirtualAuthenticator(page);
  await page.goto('/sign-in');
  await waitForHydration(page);
  await enterPassword(page, account);
  await page.waitForURL('**/wallets');
  return device;
}

/** Also adds a passkey with the card, and signs out. */
async function addByCard(page: Page, account: Account): Promise<VirtualAuthenticator> {
  const device = await signInUntouched(page, account);
  await device.touch();
  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(
    page.getByRole('region', { name: 'Next time, sign in with your passkey' }).getByText('Passkey added.'),
  ).toBeVisible();
  await device.letGo();
  await signOut(page);
  return device;
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

test('the card adds a passkey with one touch; later one press signs in and continues, and one touch at the email', async ({
  page,
  account,
  consoleErrors,
}) => {
  const device = await addByCard(page, account);
  await device.touch();

  await page.goto('/account');
  await expect(page).toHaveURL('/sign-in?next=%2Faccount');
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await passkeyButton(page).click();
  await expect(page).toHaveURL('/account');
  // The page was in the response to the passkey.
  expect(documents).toEqual([]);
  await device.letGo();
  await page.getByRole('button', { name: 'Sign out' }).click();

  // The last used method comes first, says so, and is offered at the email without a key press or touch in the page.
  await device.touch();
  await page.goto('/sign-in?next=/security');
  await expect(page).toHaveURL('/security');
  expect(consoleErrors).toEqual([]);
});

test('a browser without passkeys shows no button', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await page.goto('/sign-in');
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Sign in with Solana' })).toBeVisible();
  await expect(passkeyButton(page)).toHaveCount(0);
});

test("a challenge is issued only to pages of this site, with a cookie that other sites can't send", async ({
  addresses: { siteUrl },
}) => {
  const path = '/api/passkeys/challenge';
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost:1',
    `${siteUrl}.evil.example`,
    '',
  ]) {
    const answer = await sendRaw(siteUrl, { method: 'POST', path, ...(origin && { headers: { origin } }) });
    expect([origin, answer.status, answer.setCookies]).toEqual([origin, 403, []]);
  }
  const answer = await sendRaw(siteUrl, { method: 'POST', path, headers: { origin: siteUrl } });
  expect([answer.status, JSON.parse(answer.text).options.userVerification]).toEqual([200, 'required']);
  expect(answer.setCookies).toEqual([expect.stringMatching(/passkey-browser=.*HttpOnly; SameSite=strict/i)]);
  expect(answer.headers['cache-control']).toContain('no-store');
  expect((await sendRaw(siteUrl, { path })).status).toBe(405);
});

const challenges = '**/api/passkeys/challenge';

function countChallenges(page: Page): { asked: number } {
  const counted = { asked: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/passkeys/challenge') counted.asked += 1;
  });
  return counted;
}

test('a page view requests nothing from Auth; the first key press requests one challenge, and a last used passkey requests one immediately @slow', async ({
  page,
  account,
}) => {
  const device = await addByCard(page, account);
  const first = countChallenges(page);
  await page.goto('/sign-in');
  await waitForHydration(page);
  await expect(passkeyButton(page)).toBeVisible();
  const asked = page.waitForResponse(challenges);
  expect(first.asked).toBe(0);
  await page.getByLabel('Email').press('a');
  await asked;
  await page.getByLabel('Email').pressSequentially('da@example.com');
  expect(first.asked).toBe(1);

  // The button stops autofill and uses its challenge.
  await device.touch();
  await passkeyButton(page).click();
  await expect(page).toHaveURL('/wallets');
  expect(first.asked).toBe(1);
  await device.letGo();

  const again = page.waitForResponse(challenges);
  await signOut(page);
  await again;
  await expect(page.getByText('Last used')).toBeVisible();
  await expectNoAxeViolations(page);
  expect(first.asked).toBe(2);
});

test('a user who cancels sees no message and the button again, and may cancel before the challenge arrives @slow @tour', async ({
  page,
  account,
  consoleErrors,
}) => {
  const device = await addByCard(page, account);
  await page.goto('/sign-in');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  const said = page.getByRole('alert').filter({ hasText: /\w/ });
  await passkeyButton(page).press('Enter');
  await expect(page.getByText('Waiting for your device…')).toBeVisible();
  await show(page, 'sign-in-passkey-waiting');
  await expectNoAxeViolations(page);
  await cancel.press('Enter');
  await expect(passkeyButton(page)).toBeFocused();
  await expect(cancel).toBeHidden();
  await expect(said).toBeHidden();

  let held: Route | undefined;
  await page.route(challenges, (route) => {
    held = route;
  });
  const given = page.waitForEvent('requestfailed');
  await page.keyboard.press('Enter');
  await expect.poll(() => held !== undefined).toBe(true);
  await cancel.click();
  await given;
  await expect(passkeyButton(page)).toBeFocused();
  await expect(said).toBeHidden();
  await page.unroute(challenges);
  expect(consoleErrors).toEqual([]);

  // A page restored from the bfcache waits for nothing either.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting for your device…')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(cancel).toBeHidden();
  await device.touch();
  await passkeyButton(page).click();
  await expect(page).toHaveURL('/wallets');
});

test('an error appears where it happened, with another way to sign in, and an unknown passkey is removed from the device @slow @tour', async ({
  page,
  account,
  addresses,
}) => {
  const device = await addByCard(page, account);
  await device.touch();
  await passkeyButton(page).click();
  await page.waitForURL('**/wallets');
  await device.letGo();
  await signOut(page);
  const lastTime = page.getByText('Last used');
  await expect(lastTime).toBeVisible();
  const buttons = page.getByRole('main').getByRole('button');
  const order = await buttons.allTextContents();
  const problem = page.getByRole('alert').and(page.locator('[data-code]'));
  await device.verify(false);
  await device.touch();
  await passkeyButton(page).click();
  await expect(problem).toHaveText('No passkey was used.Try again, or sign in another way.');
  await expect(problem).toBeFocused();
  expect(await page.evaluate(() => window.onpagehide)).toBeNull();
  await show(page, 'sign-in-passkey-not-used');
  await expectNoAxeViolations(page);
  await device.verify(true);

  const admin = { apikey: addresses.secretKey, authorization: `Bearer ${addresses.secretKey}` };
  const users = `${addresses.supabaseUrl}/auth/v1/admin/users`;
  const listed = await (await fetch(`${users}?per_page=1000`, { headers: admin })).json();
  const { id } = listed.users.find(({ email }: { email: string }) => email === account.email);
  const [passkey] = await (await fetch(`${users}/${id}/passkeys`, { headers: admin })).json();
  await fetch(`${users}/${id}/passkeys/${passkey.id}`, { method: 'DELETE', headers: admin });
  expect(await device.passkeys()).toHaveLength(1);
  await passkeyButton(page).click();
  await expect(problem).toContainText('This passkey no longer works here.');
  await expect.poll(() => device.passkeys()).toEqual([]);
  await expect(lastTime).toBeHidden();
  await expect(problem).toBeFocused();
  await expect(buttons).toHaveText(order);

  // Another sign-in method is on the same page.
  await device.letGo();
  await enterPassword(page, account);
  await expect(page).toHaveURL('/wallets');
});

test('later steps accept a passkey too, and autofill is silent if Auth issues no challenge @slow', async ({
  page,
  account,
  addresses,
  consoleErrors,
}) => {
  const device = await addByCard(page, account);
  await page.goto('/sign-in');
  await waitForHydration(page);
  await page.route(challenges, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.getByLabel('Email').press('a');
  await failed;
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeHidden();
  await page.unroute(challenges);
  consoleErrors.length = 0;

  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await device.touch();
  const instead = page.getByRole('button', { name: 'Use a passkey instead' });
  await instead.click();
  await expect(page).toHaveURL('/wallets');
  await device.letGo();
  await signOut(page);

  // Instead of an authenticator's code, and on to the original destination.
  await addAuthenticator(addresses, account);
  await page.goto('/sign-in?next=/account');
  await waitForHydration(page);
  await enterPassword(page, account);
  await expect(page).toHaveURL('/sign-in/second-factor');
  await expectNoAxeViolations(page);
  await device.touch();
  await instead.click();
  await expect(page).toHaveURL('/account');
});

test('a user who forgot the password is offered a passkey at the email too @slow', async ({
  page,
  account,
}) => {
  const device = await addByCard(page, account);
  await page.goto('/reset-password');
  await waitForHydration(page);
  await device.touch();
  await page.getByLabel('Email').press('a');
  await expect(page).toHaveURL('/wallets');
});

test("the card shifts nothing, reports why it can't add a passkey, and is shown once, never beside another such button @slow @tour", async ({
  page,
  account,
}) => {
  // The narrowest layout.
  await page.setViewportSize({ width: 360, height: 740 });
  const device = await signInUntouched(page, account);
  await expect(card(page)).toBeVisible();
  await show(page, 'passkey-card');
  await expectNoAxeViolations(page);
  const heading = page.getByRole('heading', { name: 'Wallets', exact: true });
  const before = await heading.boundingBox();
  const add = page.getByRole('button', { name: 'Add a passkey' });
  await add.press('Enter');
  await expect(card(page).getByRole('status')).toHaveText('Waiting for your device…');
  await expect(card(page).getByRole('button', { name: 'Cancel' })).toBeVisible();
  await show(page, 'passkey-card-adding');
  expect(await heading.boundingBox()).toEqual(before);
  await card(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(add).toBeFocused();
  expect(await heading.boundingBox()).toEqual(before);
  await device.verify(false);
  await device.touch();
  await add.press('Enter');
  await expect(card(page).getByRole('alert')).toContainText('No passkey was added.');
  await expect(card(page).getByRole('alert')).toBeFocused();
  await show(page, 'passkey-card-not-added');
  await expectNoAxeViolations(page);

  await page.getByRole('link', { name: 'Security' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await expect(add).toHaveCount(1);
  await expect(card(page)).toBeHidden();
  await page.goBack();
  await card(page).getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(card(page).getByRole('status')).toHaveText('You can add one at any time under Security.');
  expect(await heading.boundingBox()).toEqual(before);
  await page.goto('/wallets');
  await expect(heading).toBeVisible();
  await expect(card(page)).toBeHidden();
  expect(await device.passkeys()).toEqual([]);
});
