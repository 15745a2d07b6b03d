import { startEmulatedProvider } from 'local-supabase/testing';
import { createAccount, signIn } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { confirmInDialog } from './fixtures/confirm-in-dialog.ts';
import { stopTime } from './fixtures/consent-page.ts';
import { expectHeld } from './fixtures/held-buttons.ts';
import { openMailbox } from './fixtures/mailbox.ts';
import { testOnOwnStack } from './fixtures/own-stack.ts';
import { readForms } from './fixtures/page-forms.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { expectFits, phone, signInAndOut } from './fixtures/sign-in-and-out.ts';
import { type Stack, startStack } from './fixtures/stack.ts';
import { expect } from './fixtures/test.ts';

/** Users of the emulated providers, with confirmed emails. */
const people = {
  octo: { login: 'octo', name: 'Octo', email: 'octo@example.test' },
  second: { login: 'second', name: 'Second', email: 'second@example.test' },
  known: { name: 'Known', email: 'known@example.test' },
  joining: { name: 'Joining', email: 'joining@example.test' },
  newcomer: { name: 'Newcomer', email: 'newcomer@example.test' },
};

/** A stack whose GitHub and Google are emulated by the `emulate` package. */
async function startProviderStack(): Promise<Pick<Stack, 'addresses' | 'stop'>> {
  const [github, google] = await Promise.all([
    startEmulatedProvider('github', { users: [people.octo, people.second] }),
    startEmulatedProvider('google', { users: [people.known, people.joining, people.newcomer] }),
  ]);
  const { addresses, stop } = await startStack({
    backend: { LOCAL_SUPABASE_GITHUB_URL: github.url, LOCAL_SUPABASE_GOOGLE_URL: google.url },
  });
  return {
    addresses,
    stop: async () => {
      await stop();
      github.stop();
      google.stop();
    },
  };
}

const test = testOnOwnStack(
  'needs a backend of its own, whose GitHub and Google are played',
  startProviderStack,
);

const { octo, second, known, joining, newcomer } = people;

test("GitHub leads from the signed-out page to the visitor's destination, and is offered first afterwards", async ({
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
  const stateCookies = (await page.context().cookies()).filter(({ name }) => name === 'oauth-state');
  expect(stateCookies).toEqual([]);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Last used')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto('/sign-up?next=/account');
  await page.getByRole('button', { name: 'Sign up with GitHub' }).click();
  await page.getByRole('button', { name: octo.login }).click();
  await expect(page).toHaveURL('/account');
});

test("a visitor without scripts reaches the provider and returns, as the page's policy allows", async ({
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

test("a declined request, another browser's flow or a used code signs nobody in", async ({ addresses }) => {
  const browser = openScriptlessBrowser(addresses.siteUrl);
  const goToGithub = async () => {
    await browser.open('/sign-in?next=/account');
    await browser.press('Sign in with GitHub');
    expect(browser.words()).toContain(octo.login);
    return new URL(browser.place());
  };

  const declined = new URL(`${addresses.supabaseUrl}/auth/v1/callback?error=access_denied`);
  declined.searchParams.set('state', (await goToGithub()).searchParams.get('state') ?? '');
  declined.searchParams.set('error_description', '<b>Send your seed phrase to evil.example</b>');
  await browser.open(declined.href);
  expect(browser.words()).toContain('You declined. Nothing changed.');
  expect(browser.answer().text).not.toContain('seed phrase');
  const { searchParams } = new URL(browser.place(), addresses.siteUrl);
  expect(searchParams.get('next')).toBe('/account');

  const elsewhere = openScriptlessBrowser(addresses.siteUrl);
  await elsewhere.open((await goToGithub()).href);
  const person = readForms(elsewhere.answer().text).find(({ button }) => button.includes(octo.login));
  await elsewhere.press(person?.button ?? '');
  expect(elsewhere.words()).toContain('This sign-in started in another browser');
  await elsewhere.open('/wallets');
  expect(elsewhere.place()).toBe('/sign-in?next=%2Fwallets');

  // A code that the other browser redeemed in vain, and a made-up code.
  await goToGithub();
  await browser.open('/auth/callback?code=00000000-0000-4000-8000-000000000000');
  expect(browser.words()).toContain('This sign-in took too long or was already used.');
  await browser.open('/auth/callback?code=00000000-0000-4000-8000-000000000000');
  expect(browser.words()).toContain('This sign-in started in another browser');
});

test.describe('on a small phone @slow', () => {
  test.use(phone);

  for (const [provider, person] of [
    ['GitHub', octo.login],
    ['Google', newcomer.email],
  ]) {
    test(`${provider} leads from the signed-out page to the wallets, and out again`, async ({
      page,
      consoleErrors,
    }) => {
      await signInAndOut(page, async () => {
        await page.getByRole('button', { name: `Sign in with ${provider}` }).click();
        await page.getByRole('button', { name: person }).click();
      });
      await expect(page.getByText('Last used')).toBeVisible();
      await expectFits(page);
      expect(consoleErrors).toEqual([]);
    });
  }
});

test('buttons that add and remove sign-in methods ignore an early press @slow', async ({
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

test("a provider with an account's email joins it and says so, and can be added and removed @slow", async ({
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
    page.getByRole('alert').filter({ hasText: 'Another account on this site already uses that sign-in.' }),
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
