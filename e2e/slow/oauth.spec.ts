import { createAccount, signIn } from '../fixtures/account.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { confirmInDialog } from '../fixtures/confirm-in-dialog.ts';
import { stopTime } from '../fixtures/consent-page.ts';
import { expectHeld } from '../fixtures/held-buttons.ts';
import { openMailbox } from '../fixtures/mailbox.ts';
import { testOnOwnStack } from '../fixtures/own-stack.ts';
import { people, startProviderStack } from '../fixtures/provider-stack.ts';
import { expect } from '../fixtures/test.ts';
import { expectFits, phone, walkSignInMethod } from '../fixtures/walk-sign-in-method.ts';

const test = testOnOwnStack(
  'needs a backend of its own, whose GitHub and Google are played',
  startProviderStack,
);

const { octo, second, known, joining, newcomer } = people;

test.describe('on a small phone', () => {
  test.use(phone);

  for (const [provider, person] of [
    ['GitHub', octo.login],
    ['Google', newcomer.email],
  ]) {
    test(`${provider} leads from the signed-out page to the wallets, and out again`, async ({
      page,
      consoleErrors,
    }) => {
      await walkSignInMethod(page, async () => {
        await page.getByRole('button', { name: `Sign in with ${provider}` }).click();
        await page.getByRole('button', { name: person }).click();
      });
      await expect(page.getByText('Last used')).toBeVisible();
      await expectFits(page);
      expect(consoleErrors).toEqual([]);
    });
  }
});

test('buttons that add and remove sign-in methods take no early press', async ({
  page,
  context,
  addresses,
  consoleErrors,
}) => {
  await createAccount(addresses, joining.email);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: joining.email }).click();
  await expect(page.getByText('You can now sign in with Google.')).toBeVisible();
  await stopTime(context);
  await expectHeld(page, { '/account': ['Add GitHub', 'Remove Google'] });
  expect(consoleErrors).toEqual([]);
});

test('a provider with the email of an account joins it and says so, and can be added and removed', async ({
  page,
  addresses,
}) => {
  const account = await createAccount(addresses, known.email);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: known.email }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'You can now sign in with Google.' }),
  ).toContainText('You can sign in with a code by email, your password and Google.');
  await expectNoAxeViolations(page);
  const told = await openMailbox(addresses.mailboxUrl).noticeTo(
    known.email,
    'A sign-in method joined your account',
  );
  expect(told.text).toContain('someone signed in with Google');
  expect(told.text).toContain(`${addresses.siteUrl}/activity/not-me`);
  await page.getByRole('link', { name: 'Go to your wallets' }).click();
  await expect(page).toHaveURL('/wallets');

  await page.goto('/account');
  await page.getByRole('button', { name: 'Add GitHub' }).click();
  await page.getByRole('button', { name: octo.login }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'is already linked to another account on this site' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add GitHub' }).click();
  await page.getByRole('button', { name: second.login }).click();
  await expect(page.getByText('GitHub was added.')).toBeVisible();

  await confirmInDialog(page, 'Remove Google');
  await expect(page.getByRole('button', { name: 'Add Google' })).toBeVisible();
  await confirmInDialog(page, 'Remove GitHub');
  await expect(page.getByRole('button', { name: 'Add GitHub' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, account);
  await page.goto('/activity');
  await expect(page.getByText('Google joined the account by its email')).toBeVisible();
  await expect(page.getByText('Removed Google as a sign-in method')).toBeVisible();
  await expect(page.getByText('Removed GitHub as a sign-in method')).toBeVisible();
});
