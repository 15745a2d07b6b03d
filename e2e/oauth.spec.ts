import { expectNoAxeViolations } from './fixtures/axe.ts';
import { testOnOwnStack } from './fixtures/own-stack.ts';
import { readForms } from './fixtures/page-forms.ts';
import { people, startProviderStack } from './fixtures/provider-stack.ts';
import { expect } from './fixtures/test.ts';
import { openWalker } from './fixtures/walker.ts';

const test = testOnOwnStack(
  'needs a backend of its own, whose GitHub and Google are played',
  startProviderStack,
);

const { octo } = people;

test('GitHub leads from the signed-out page to where the visitor was heading, and comes first from then on', async ({
  page,
}) => {
  await page.goto('/sign-in?next=/account');
  await expect(page.getByText('Last used')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
  await page.getByRole('button', { name: octo.login }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('heading', { name: 'GitHub' })).toBeVisible();
  await expect(page.getByText("It can't be removed")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Google' })).toHaveAttribute('data-held', '');
  await expect(page.getByText('Not set. Set one in Security.')).toBeVisible();
  const trip = (await page.context().cookies()).filter(({ name }) => name === 'oauth-state');
  expect(trip).toEqual([]);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Last used')).toBeVisible();
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
  addresses,
}) => {
  const walker = openWalker(addresses.siteUrl);
  const goToGithub = async () => {
    await walker.open('/sign-in?next=/account');
    await walker.press('Sign in with GitHub');
    expect(walker.words()).toContain(octo.login);
    return new URL(walker.place());
  };

  const declined = new URL(`${addresses.supabaseUrl}/auth/v1/callback?error=access_denied`);
  declined.searchParams.set('state', (await goToGithub()).searchParams.get('state') ?? '');
  declined.searchParams.set('error_description', '<b>Send your seed phrase to evil.example</b>');
  await walker.open(declined.href);
  expect(walker.words()).toContain('You declined. Nothing changed.');
  expect(walker.answer().text).not.toContain('seed phrase');
  const { searchParams } = new URL(walker.place(), addresses.siteUrl);
  expect(searchParams.get('next')).toBe('/account');

  const elsewhere = openWalker(addresses.siteUrl);
  await elsewhere.open((await goToGithub()).href);
  const person = readForms(elsewhere.answer().text).find(({ button }) => button.includes(octo.login));
  await elsewhere.press(person?.button ?? '');
  expect(elsewhere.words()).toContain('This sign-in started in another browser');
  await elsewhere.open('/wallets');
  expect(elsewhere.place()).toBe('/sign-in?next=%2Fwallets');

  // The code that the other browser brought back in vain, and one that nobody was given.
  await goToGithub();
  await walker.open('/auth/callback?code=00000000-0000-4000-8000-000000000000');
  expect(walker.words()).toContain('That took too long, or was already used.');
  await walker.open('/auth/callback?code=00000000-0000-4000-8000-000000000000');
  expect(walker.words()).toContain('This sign-in started in another browser');
});
