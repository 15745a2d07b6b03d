import { waitForHydration } from '../fixtures/hydration.ts';
import { expect, test } from '../fixtures/test.ts';

test('a slow sign-in says what it is doing, and after ten seconds that it takes long', async ({
  page,
  account,
}) => {
  await page.clock.install();
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  await page.goto('/sign-in');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill(account.password);
  await page.route('**/sign-in?step=password', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Sign in' }).click();
  const passTenSeconds = async () => {
    await page.clock.runFor(10_000);
    return page.getByText('This is taking longer than usual.').isVisible();
  };
  await expect.poll(passTenSeconds).toBe(true);
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  letThrough();
  await expect(page).toHaveURL('/wallets');
});
