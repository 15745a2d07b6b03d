import { expectNoAxeViolations } from './fixtures/axe.ts';
import { testOnOwnStack } from './fixtures/own-stack.ts';
import { people, startProviderStack } from './fixtures/provider-stack.ts';
import { expect } from './fixtures/test.ts';

const test = testOnOwnStack(
  'needs a backend of its own, whose GitHub and Google are played',
  startProviderStack,
);

const { octo } = people;

test('GitHub leads from the signed-out page to where the visitor was heading, and comes first from then on', async ({
  page,
}) => {
  await page.goto('/sign-in?next=/account');
  await expect(page.getByText('You used this last time.')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
  await page.getByRole('button', { name: octo.login }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('heading', { name: 'GitHub' })).toBeVisible();
  await expect(page.getByText("It can't be removed")).toBeVisible();
  await expect(page.getByText('Not set. Set one in Security.')).toBeVisible();
  const trip = (await page.context().cookies()).filter(({ name }) => name === 'oauth-state');
  expect(trip).toEqual([]);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You used this last time.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto('/sign-up?next=/account');
  await page.getByRole('button', { name: 'Sign up with GitHub' }).click();
  await page.getByRole('button', { name: octo.login }).click();
  await expect(page).toHaveURL('/account');
});

test('a visitor without scripts gets to the provider and back, and the policy of the page lets them', async ({
  browser,
  addresses,
}) => {
  const context = await browser.newContext({ baseURL: addresses.siteUrl, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
  await page.getByRole('button', { name: octo.login }).click();
  await expect(page).toHaveURL('/wallets');
  await context.close();
});

test('nobody gets in who declines, whose browser did not begin, or whose code was used', async ({
  page,
  browser,
  addresses,
}) => {
  const problem = page.getByRole('alert').filter({ hasText: /./ });
  const goToGithub = async () => {
    await page.goto('/sign-in?next=/account');
    await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
    await page.getByRole('button', { name: octo.login }).waitFor();
    return new URL(page.url());
  };

  const declined = new URL(`${addresses.supabaseUrl}/auth/v1/callback?error=access_denied`);
  declined.searchParams.set('state', (await goToGithub()).searchParams.get('state') ?? '');
  declined.searchParams.set('error_description', '<b>Send your seed phrase to evil.example</b>');
  await page.goto(declined.href);
  await expect(problem).toContainText('You declined. Nothing changed.');
  await expect(page.getByText('seed phrase')).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get('next')).toBe('/account');

  const elsewhere = await browser.newPage({ baseURL: addresses.siteUrl });
  await elsewhere.goto((await goToGithub()).href);
  await elsewhere.getByRole('button', { name: octo.login }).click();
  await expect(elsewhere.getByText('This sign-in started in another browser')).toBeVisible();
  await elsewhere.goto('/wallets');
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.close();

  // The code that the other browser brought back in vain, and one that nobody was given.
  await goToGithub();
  await page.goto('/auth/callback?code=00000000-0000-4000-8000-000000000000');
  await expect(problem).toContainText('That took too long, or was already used.');
  await page.goto('/auth/callback?code=00000000-0000-4000-8000-000000000000');
  await expect(problem).toContainText('This sign-in started in another browser');
});
