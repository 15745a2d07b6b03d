import { decodeJwt } from 'jose';
import type { Page } from 'playwright/test';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { letSessionsAge } from './fixtures/let-time-pass.ts';
import { addPasskeys, rowOf } from './fixtures/passkeys.ts';
import { unpackSession } from './fixtures/session-cookies.ts';
import { openSignedInVisitor } from './fixtures/signed-in-visitor.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { addVirtualAuthenticator } from './fixtures/virtual-authenticator.ts';
import { expectFits } from './fixtures/walk-sign-in-method.ts';
import { chooseInMenu } from './wallet-page.ts';

const addButton = (page: Page) => page.getByRole('button', { name: 'Add a passkey' });
const confirming = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });

/** Whose session the page's browser has. */
async function readUserId(page: Page, addresses: Addresses): Promise<string> {
  const cookies = new Map((await page.context().cookies()).map(({ name, value }) => [name, value]));
  return String(decodeJwt(unpackSession(cookies, addresses).access_token).sub);
}

/** Presses something that asks who it is, and goes to the dialog that asks. */
async function pressOldSession(page: Page, addresses: Addresses): Promise<void> {
  await letSessionsAge(addresses, await readUserId(page, addresses), '11 minutes');
  await page.goto('/activity/not-me');
  await page.getByRole('button', { name: 'End every other session' }).click();
}

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('a passkey signs in, confirms by a touch, and once its device is lost is removed with the session it began', async ({
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
    // Before its answer this browser is not known for the one that signed up.
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const confirmation = await mailbox.newestTo(account.email);
    await page.goto(confirmation.link ?? '');
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.waitForURL('**/wallets');
    await expect(page.getByRole('region', { name: 'Sign in faster next time' })).toBeVisible();
    await expectFits(page);

    await page.goto('/security');
    await expectFits(page);
    await device.touch();
    await addButton(page).press('Enter');
    await expect(page.getByText('Passkey added. Give it a name.')).toBeVisible();
    await expect(page.getByLabel('Name')).toBeFocused();
    // What saves the name is not below the places, which lie over the end of the page.
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

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await page.waitForURL('**/wallets');
    await page.goto('/security');
    await expect(rowOf(page, 'The phone')).toContainText('Last used just now');
    await expect(page.getByText(/Signed in with a passkey/)).toBeVisible();

    await pressOldSession(page, addresses);
    await expectNoAxeViolations(page);
    await expectFits(page);
    await expect(confirming(page).getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Every other session has ended.')).toBeVisible();

    await device.lose();
    const elsewhere = await (await browser.newContext({ baseURL: addresses.siteUrl })).newPage();
    await elsewhere.goto('/sign-in');
    await elsewhere.getByLabel('Email').fill(account.email);
    await elsewhere.getByRole('button', { name: 'Continue' }).click();
    await elsewhere.getByRole('button', { name: 'Use a code instead' }).click();
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

  const visitor = await openSignedInVisitor(addresses, signedIn);
  await visitor.press('/security', 'Save name', { name: 'Under another name' });
  expect((await visitor.get('/security')).text).toContain('Under another name');
  const { headers } = await visitor.press('/security', 'Remove Under another name');
  expect(headers.location).toBe('/security?done=passkey-removed');
  expect((await visitor.get('/security')).text).not.toContain('Under another name');
});
