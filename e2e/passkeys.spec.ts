import type { Page } from 'playwright/test';
import { errors } from '../lib/errors.ts';
import { createAccount, enterPassword, signOut } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { letSessionsAge } from './fixtures/let-time-pass.ts';
import { openSetting } from './fixtures/open-setting.ts';
import { addPasskeyAtAuth, addPasskeyByPage, addPasskeys, rowOf } from './fixtures/passkeys.ts';
import { readProver } from './fixtures/prove-wallet.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { fetchExternalTokens, packSession } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expectFits } from './fixtures/sign-in-and-out.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { addVirtualAuthenticator } from './fixtures/virtual-authenticator.ts';
import { chooseInMenu, signInByWallet } from './wallet-page.ts';

const addButton = (page: Page) => page.getByRole('button', { name: 'Add a passkey' });
const confirming = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });

/** Presses a button in an old session, which opens the dialog to confirm access. */
async function pressOldSession(page: Page, addresses: Addresses): Promise<void> {
  await letSessionsAge(addresses, (await readProver(page, addresses)).userId, '11 minutes');
  await page.goto('/activity/not-me');
  await page.getByRole('button', { name: 'End every other session' }).click();
}

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('a passkey signs in and confirms by a touch; once its device is lost it is removed with its session @tour', async ({
    page,
    addresses,
    mailbox,
    browser,
    consoleErrors,
  }) => {
    const account = { email: `ada-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
    const device = await addVirtualAuthenticator(page);
    await page.goto('/sign-up');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.keyboard.press('Enter');
    // Only the answer's cookie lets the link recognize the browser that signed up.
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const confirmation = await mailbox.newestTo(account.email);
    await page.goto(confirmation.link ?? '');
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.waitForURL('**/wallets');
    // A new account's page starts with its purpose.
    await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Sign in faster next time' })).toHaveCount(0);
    await expectFits(page);

    await page.goto('/security');
    await expectFits(page);
    await device.touch();
    await addButton(page).press('Enter');
    await expect(page.getByText('Passkey added. Give it a name.')).toBeVisible();
    await expect(page.getByLabel('Name')).toBeFocused();
    // The button isn't covered by the navigation bar at the end of the page.
    const places = await page.getByRole('navigation').boundingBox();
    const save = await page.getByRole('button', { name: 'Save name' }).boundingBox();
    expect((save?.y ?? Infinity) + (save?.height ?? 0)).toBeLessThanOrEqual(places?.y ?? 0);
    await expectFits(page);
    await expectNoAxeViolations(page);
    await page.getByLabel('Name').fill('The phone');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'The phone')).toContainText('Never used · Synced');
    await expect(page.getByText('Passkeys: 1')).toBeVisible();
    await mailbox.noticeTo(account.email, 'A passkey was added');

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await page.waitForURL('**/wallets');
    await page.goto('/security');
    await expect(rowOf(page, 'The phone')).toContainText('Last used just now');
    await expect(page.getByText(/Signed in with a passkey/)).toBeVisible();

    await pressOldSession(page, addresses);
    await expectNoAxeViolations(page);
    await expectFits(page);
    await expect(confirming(page).getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    await show(page, 'confirm-access-passkey');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Every other session has ended.')).toBeVisible();

    await device.lose();
    const elsewhere = await (await browser.newContext({ baseURL: addresses.siteUrl })).newPage();
    await elsewhere.goto('/sign-in');
    await elsewhere.getByLabel('Email').fill(account.email);
    await elsewhere.getByRole('button', { name: 'Continue' }).click();
    const { code } = await mailbox.newestTo(account.email, confirmation);
    await elsewhere.getByLabel('Code').fill(code ?? '');
    await elsewhere.waitForURL('**/wallets');
    await elsewhere.goto('/security');
    await chooseInMenu(rowOf(elsewhere, 'The phone'), 'Remove…');
    await expectNoAxeViolations(elsewhere);
    await elsewhere.getByRole('button', { name: 'Remove The phone' }).click();
    await expect(elsewhere.getByText('Passkey removed.')).toBeVisible();
    await expect(elsewhere.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
    await expect(rowOf(elsewhere, 'The phone')).toBeHidden();
    await mailbox.noticeTo(account.email, 'A passkey was removed');
    await page.goto('/security');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await elsewhere.context().close();
    expect(consoleErrors).toEqual([]);
  });
});

test('a browser without passkeys or scripts says so, and still renames and removes them', async ({
  page,
  signedIn,
  addresses,
}) => {
  await addPasskeys(addresses, signedIn, 2);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto('/security');
  await waitForHydration(page);
  await expect(page.getByText("This browser can't use passkeys.")).toBeVisible();
  await expect(addButton(page)).toHaveCount(0);
  await expect(page.locator('#passkeys').getByRole('listitem')).toHaveCount(2);

  const visitor = await openSignedInClient(addresses, signedIn);
  await visitor.press('/security', 'Save name', { name: 'Under another name' });
  expect((await visitor.get('/security')).text).toContain('Under another name');
  const { headers } = await visitor.press('/security', 'Remove Under another name');
  expect(headers.location).toBe('/security?done=passkey-removed');
  expect((await visitor.get('/security')).text).not.toContain('Under another name');
});

const asks = (page: Page) => page.getByText('Waiting for your device…');

test('a passkey that was cancelled or interrupted by a reload or the back button leaves nothing behind @slow @tour', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await page.getByRole('link', { name: 'Security' }).first().click();
  const device = await addVirtualAuthenticator(page);
  await addButton(page).click();
  await expect(asks(page)).toBeVisible();
  await show(page, 'passkey-adding');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(addButton(page)).toBeFocused();
  await expect(asks(page)).toBeHidden();
  await addButton(page).press('Enter');
  await expect(asks(page)).toBeVisible();
  await page.reload();
  await addButton(page).click();
  await expect(asks(page)).toBeVisible();
  await page.goBack();
  // The address changes before the page. Going forward now would never leave the old page, which still waits.
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
  await page.goForward();

  await device.verify(false);
  await device.touch();
  await addButton(page).click();
  await expect(page.getByText(errors['passkey.not_made'].title)).toBeVisible();
  await show(page, 'passkey-not-added');
  await expectNoAxeViolations(page);
  expect(await device.passkeys()).toEqual([]);
  await expect(page.locator('#passkeys').getByRole('listitem')).toHaveCount(0);

  await device.verify(true);
  await addButton(page).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(addButton(page)).toBeFocused();
  await expect(page.locator('#passkeys').getByRole('listitem')).toHaveCount(1);
});

test('if the answer to adding one is lost, the page reports it and shows whether it was added @slow', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await page.goto('/security');
  const device = await addVirtualAuthenticator(page);
  await page.route('**/security', async (route) => {
    if (!route.request().postData()?.includes('attestationObject')) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await device.touch();
  await addButton(page).click();
  const problem = page.locator('#passkeys').getByRole('alert');
  await expect(problem).toContainText(errors['passkey.maybe_added'].title);
  await expect(problem).toBeFocused();
  await expect(page.locator('#passkeys').getByRole('listitem')).toHaveCount(1);
  expect(await device.passkeys()).toHaveLength(1);
});

test("password managers learn the account's new name, and that its last passkey is gone @slow @tour", async ({
  page,
  signedIn,
}) => {
  const device = await addPasskeyByPage(page, 'Laptop');
  expect((await device.passkeys()).map(({ userName }) => userName)).toEqual([signedIn.email]);
  await page.goto('/account');
  await expect(page.getByRole('listitem').filter({ hasText: '1 passkey' })).toHaveText(
    '1 passkeyManage passkeys',
  );
  await show(page, 'account-with-passkey');
  await openSetting(page, 'the name');
  await page.getByLabel('Display name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect
    .poll(async () => (await device.passkeys()).map(({ userDisplayName }) => userDisplayName))
    .toEqual(['Ada Lovelace']);
  // The address alone signals nothing.
  await page.goto('/security?done=passkey-removed');
  await expect(rowOf(page, 'Laptop')).toBeVisible();
  await chooseInMenu(rowOf(page, 'Laptop'), 'Remove…');
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await expect.poll(() => device.passkeys()).toEqual([]);
});

test('a lost passkey confirms nothing, and another method does @slow @tour', async ({
  page,
  signedIn,
  addresses,
}) => {
  const device = await addPasskeyByPage(page, 'Laptop');
  await device.touch();
  await addButton(page).click();
  await expect(page.getByText(errors['passkey.already_here'].title)).toBeVisible();
  const [passkey] = await device.passkeys();
  await device.forget(passkey?.credentialId ?? '');
  await pressOldSession(page, addresses);
  await confirming(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText(errors['step_up.passkey_not_used'].hint)).toBeVisible();
  await expectNoAxeViolations(page);
  await device.letGo();
  await confirming(page).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(confirming(page).getByRole('button', { name: 'Cancel' })).toBeVisible();
  await show(page, 'confirm-access-passkey-waiting');
  await confirming(page).getByRole('button', { name: 'Cancel' }).click();
  await confirming(page).getByRole('button', { name: 'Use your password' }).click();
  await confirming(page).getByLabel('Password').fill(signedIn.password);
  await confirming(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Every other session has ended.')).toBeVisible();
});

test('an account has at most ten passkeys, and says so @slow', async ({ page, signedIn, addresses }) => {
  await addPasskeys(addresses, signedIn, 9);
  await addPasskeyByPage(page, 'The tenth');
  await expect(page.locator('#passkeys').getByRole('listitem')).toHaveCount(10);
  await expect(page.getByText('You already have 10 passkeys, the maximum.')).toBeVisible();
  await expect(addButton(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await chooseInMenu(rowOf(page, 'The tenth'), 'Remove…');
  await page.getByRole('button', { name: 'Remove The tenth' }).click();
  await expect(addButton(page)).toBeVisible();
});

test('a passkey signs in to an account with an authenticator, which Auth requires once @slow @tour', async ({
  page,
  addresses,
}) => {
  const account = await createAccount(addresses);
  const { authenticator, tokens } = await addAuthenticator(addresses, account);
  await page
    .context()
    .addCookies(
      [...packSession(tokens, addresses)].map(([name, value]) => ({ name, value, url: addresses.siteUrl })),
    );
  const device = await addPasskeyByPage(page, 'Laptop');
  await signOut(page);
  await device.touch();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/wallets');

  await page.goto('/security');
  await openSetting(page, 'the password');
  await page.getByLabel('Password').fill('a new and better one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(errors['auth.authenticator_code_required'].title)).toBeVisible();
  await expect(confirming(page).getByText('not a passkey or a recovery code')).toBeVisible();
  await expect(confirming(page).getByText('Sign out, then sign in with a recovery code.')).toBeVisible();
  await show(page, 'confirm-access-authenticator');
  await expectNoAxeViolations(page);
  await confirming(page).getByLabel('Code').fill(authenticator.nextCode());
  await expect(page.getByText('Password saved.')).toBeVisible();
});

test('a passkey added outside this site is reported, and counts once its owner keeps it @slow @tour', async ({
  page,
  signedIn,
  addresses,
}) => {
  const { access_token } = await fetchExternalTokens(addresses, signedIn);
  await addPasskeyAtAuth(addresses, access_token);
  await page.goto('/security');
  await expect(page.locator('#passkeys')).toContainText("so it doesn't count here");
  await signOut(page);
  await enterPassword(page, signedIn);
  await page.waitForURL('**/wallets');
  await page.goto('/security');
  const found = page.locator('section').filter({ hasText: 'Set up outside this site' }).first();
  await expect(found).toContainText('A passkey');
  await show(page, 'passkeys');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'It was me, keep it' }).click();
  await expect(page.getByText("Kept. You can now use it to confirm it's you.")).toBeVisible();
  await expect(page.locator('#passkeys')).not.toContainText("doesn't count here");
});

test('an account created with a wallet gets a passkey, and survives the loss of the wallet @slow @tour', async ({
  page,
}) => {
  await page.goto('/sign-in');
  await signInByWallet(page, 'Demo Wallet');
  await page.waitForURL('**/wallets');
  const notice = page.getByRole('region', { name: 'Only a wallet opens your account' });
  await expect(notice.getByRole('link').first()).toHaveText('Add a passkey');
  await show(page, 'wallets-only-wallet');
  const device = await addVirtualAuthenticator(page);
  await device.touch();
  await notice.getByRole('link', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added. Give it a name.')).toBeVisible();
  await show(page, 'passkey-added');
  await device.letGo();
  await page.goto('/wallets');
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
  await expect(notice).toBeHidden();
  await signOut(page);
  await device.touch();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/wallets');
  await expect(page.getByText('One wallet is proven to be yours.')).toBeVisible();
});

test.describe('on an iPhone @slow', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  });

  test('on an iPhone, confirming with a wallet returns to the page, which says so and adds the passkey', async ({
    page,
    addresses,
  }) => {
    await page.goto('/sign-in');
    await signInByWallet(page, 'Demo Wallet');
    await page.waitForURL('**/wallets');
    const device = await addVirtualAuthenticator(page);
    await device.touch();
    await letSessionsAge(addresses, (await readProver(page, addresses)).userId, '11 minutes');
    await page.goto('/security');
    await addButton(page).click();
    await page.waitForURL('**/confirm-access?*');
    await page.getByRole('button', { name: 'Use a wallet' }).click();
    await page.getByRole('button', { name: 'Sign with Demo Wallet' }).click();
    await expect(page.getByText('Confirmed. Now add the passkey.')).toBeVisible();
    await expect(addButton(page)).toBeFocused();
    expect(new URL(page.url()).search).toBe('');
    await expectNoAxeViolations(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Passkey added. Give it a name.')).toBeVisible();
    await expect(page.getByText('Confirmed. Now add the passkey.')).toBeHidden();
  });
});
