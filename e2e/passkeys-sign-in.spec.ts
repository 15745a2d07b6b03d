import type { Page, Route } from 'playwright/test';
import { type Account, enterPassword, signOut } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { noteLeaving } from './fixtures/note-leaving.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { readSharedAddresses } from './fixtures/shared-addresses.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import { addVirtualAuthenticator, type VirtualAuthenticator } from './fixtures/virtual-authenticator.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Sign in faster next time' });

/** Signs in by password on a device that nobody has touched yet. The card is for an account with a proven wallet. */
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

/** The same, adds a passkey by the card, and signs out. */
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

test('the card adds a passkey with one touch; from then on one press leads to where somebody was going, and one touch at the email', async ({
  page,
  account,
  consoleErrors,
}) => {
  const device = await addByCard(page, account);
  await device.touch();

  const left = await noteLeaving(page);
  await page.goto('/account');
  await expect(page).toHaveURL('/sign-in?next=%2Faccount');
  await passkeyButton(page).click();
  await expect(page).toHaveURL('/account');
  expect(await left('/sign-in')).toBe('hidden');
  await device.letGo();
  await page.getByRole('button', { name: 'Sign out' }).click();

  // Used last, so it comes first, says so, and is offered at the e-mail without a key or touch in the page.
  await device.touch();
  await page.goto('/sign-in?next=/security');
  await expect(page).toHaveURL('/security');
  expect(consoleErrors).toEqual([]);
});

test('a browser without passkeys is shown no button', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await page.goto('/sign-in');
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Sign in with Solana' })).toBeVisible();
  await expect(passkeyButton(page)).toHaveCount(0);
});

test('a challenge is given to pages of this site alone, with a cookie that no other site sends along', async ({
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

test('a view of the page asks Auth for nothing; the first key asks for one challenge, and one that was used last for one at once @slow', async ({
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

  // The button takes the list back and goes on with its challenge.
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

test('whoever cancels is told nothing, has the button again, and may cancel before the challenge is there @slow @tour', async ({
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

  // A page that the browser kept as it was waits for nothing either.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Waiting for your device…')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(cancel).toBeHidden();
  await device.touch();
  await passkeyButton(page).click();
  await expect(page).toHaveURL('/wallets');
});

test('what goes wrong is said where it was begun, with the next way in, and a passkey that opens nothing leaves the device @slow @tour', async ({
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

  // The next way in is on the same page.
  await device.letGo();
  await enterPassword(page, account);
  await expect(page).toHaveURL('/wallets');
});

test('the later steps take a passkey too, and the list at the email is silent where Auth gives no challenge @slow', async ({
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

  // In the place of an authenticator's code, and on to where the first step was going.
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

test('whoever has forgotten a password is offered a passkey at the email too @slow', async ({
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

test('the card moves nothing, says what keeps it from adding one, and is not shown again, nor beside another such button @slow @tour', async ({
  page,
  account,
}) => {
  // Where least fits beside each other.
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
