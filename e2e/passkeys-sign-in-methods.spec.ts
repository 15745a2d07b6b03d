import { createAccount, signIn, signOut } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { addPasskeys, rowOf } from './fixtures/passkeys.ts';
import { expect, test } from './fixtures/test.ts';
import { openMenu } from './wallet-page.ts';

test('with passkeys disabled none are offered, and existing ones can still be removed @slow', async ({
  page,
  startPrivateStack,
}) => {
  const backend: Record<string, string> = { LOCAL_SUPABASE_PASSKEYS: '1' };
  const stack = await startPrivateStack({ backend });
  const { addresses } = stack;
  const account = await createAccount(addresses);
  await addPasskeys(addresses, account, 1);
  // Applies at the next start of the backend.
  backend.LOCAL_SUPABASE_PASSKEYS = '0';
  stack.backend().signal('SIGTERM');
  await stack.restartBackend();
  const { siteUrl } = await stack.startAnotherApp();

  await signIn(page, account, siteUrl);
  await page.goto(`${siteUrl}/security`);
  await expect(page.locator('#passkeys')).toContainText("Yours don't work until they're turned on again.");
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  const row = rowOf(page, 'Passkey');
  await expectNoAxeViolations(page);
  const menu = await openMenu(row);
  await expect(menu.getByRole('menuitem')).toHaveText(['Remove…']);
  await menu.getByRole('menuitem').click();
  await page.getByRole('button', { name: 'Remove Passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await expect(page.locator('#passkeys')).toBeHidden();

  await signOut(page);
  await expect(page.getByRole('button', { name: 'Sign in with Solana' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});
