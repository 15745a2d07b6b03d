import type { Page } from 'playwright/test';
import { enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import { addVirtualAuthenticator } from './fixtures/virtual-authenticator.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Sign in faster next time' });

test('the card moves nothing, whatever is answered, and is not shown again, nor beside another such button @slow @tour', async ({
  page,
  account,
}) => {
  // Where least fits beside each other.
  await page.setViewportSize({ width: 360, height: 740 });
  const device = await addVirtualAuthenticator(page);
  await page.goto('/sign-in');
  await waitForHydration(page);
  await enterPassword(page, account);
  await page.waitForURL('**/wallets');
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

test('what keeps the card from adding one is said in it, to whoever listens @slow @tour', async ({
  page,
  account,
}) => {
  const device = await addVirtualAuthenticator(page);
  await page.goto('/sign-in');
  await waitForHydration(page);
  await enterPassword(page, account);
  await page.waitForURL('**/wallets');
  await device.verify(false);
  await device.touch();
  await card(page).getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await expect(card(page).getByRole('alert')).toContainText('No passkey was added.');
  await expect(card(page).getByRole('alert')).toBeFocused();
  await show(page, 'passkey-card-not-added');
  await expectNoAxeViolations(page);
  await device.verify(true);
  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await show(page, 'passkey-card-added');
});
