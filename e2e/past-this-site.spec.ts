import { enterPassword } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { addAuthenticatorAtAuth } from './fixtures/second-factor.ts';
import { fetchExternalTokens } from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

const found = 'A sign-in method was set up outside this site';
const codeOf = (mail: { code: string | null }) => mail.code ?? '';

test('a factor enrolled straight at Auth does not lock the owner out', async ({
  page,
  signedIn,
  addresses,
  mailbox,
}) => {
  const { access_token } = await fetchExternalTokens(addresses, signedIn);
  await addAuthenticatorAtAuth(addresses, access_token);
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await enterPassword(page, signedIn);
  await page.waitForURL('**/sign-in/second-factor');
  await expect(page.getByText('This authenticator was set up outside this site.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: "I didn't set it up: remove it" }).click();
  await expect(page.getByText('We ask for your password and a code by mail first.')).toBeVisible();
  const known = await mailbox.lastTo(signedIn.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await expectNoAxeViolations(page);
  const code = codeOf(await mailbox.newestTo(signedIn.email, known));
  await page.getByLabel('Password').fill('not the password');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Remove it and sign in' }).click();
  await expect(page.getByText("That isn't your password.")).toBeVisible();
  await page.getByLabel('Password').fill(signedIn.password);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Remove it and sign in' }).click();
  await page.waitForURL('**/wallets');
  await page.goto('/security');
  await expect(page.getByText('Off. With an authenticator app')).toBeVisible();
  await mailbox.noticeTo(signedIn.email, found);
});
