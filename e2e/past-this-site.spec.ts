import { decodeJwt } from 'jose';
import { callFunction, createAccount, enterPassword } from './fixtures/account.ts';
import { openMailbox } from './fixtures/mailbox.ts';
import { openScriptlessBrowser } from './fixtures/scriptless-browser.ts';
import { addAuthenticatorAtAuth } from './fixtures/second-factor.ts';
import { fetchExternalTokens, fetchTokens } from './fixtures/session-cookies.ts';
import { expectFits } from './fixtures/sign-in-and-out.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';

test('a factor enrolled directly at Auth does not lock the owner out', async ({
  account,
  addresses,
  mailbox,
}) => {
  // The site can detect such changes only after the account's first visit.
  await (await openSignedInClient(addresses, account)).get('/wallets');
  const { access_token } = await fetchExternalTokens(addresses, account);
  await addAuthenticatorAtAuth(addresses, access_token);
  const owner = openScriptlessBrowser(addresses.siteUrl);
  await owner.open('/sign-in');
  await owner.signIn(account);
  expect(owner.place()).toBe('/sign-in/second-factor');
  expect(owner.words()).toContain('This authenticator was set up outside this site.');
  await owner.follow("It isn't mine. Remove it");
  expect(owner.words()).toContain('Enter your password and a code from your email first.');
  const known = await mailbox.lastTo(account.email);
  await owner.press('Send the code');
  const code = (await mailbox.newestTo(account.email, known)).code ?? '';
  await owner.press('Remove it and sign in', { password: 'not the password', code });
  expect(owner.words()).toContain("That isn't your password.");
  await owner.press('Remove it and sign in', { password: account.password, code });
  expect(owner.place()).toBe('/wallets');
  await owner.open('/security');
  expect(owner.words()).toContain('Off. With an authenticator app');
  await mailbox.noticeTo(account.email, 'A sign-in method was set up outside this site');
});

const codeOf = (mail: { code: string | null }) => mail.code ?? '';

test('a passkey added directly at Auth causes no redirect loop: the page asks for no code, and removes it @slow', async ({
  page,
  addresses,
}) => {
  const account = await createAccount(addresses);
  const { access_token } = await fetchTokens(addresses, account);
  await callFunction(addresses, 'seed_foreign_passkey', { p_user_id: String(decodeJwt(access_token).sub) });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${addresses.siteUrl}/sign-in`);
  await enterPassword(page, account);
  await page.waitForURL('**/sign-in/second-factor');
  await expect(page.getByText('This second step was set up outside this site.')).toBeVisible();
  await expect(page.getByText("which can't be used here")).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toHaveCount(0);
  await expectFits(page);
  await page.getByRole('link', { name: "It isn't mine. Remove it" }).click();
  const mailbox = openMailbox(addresses.mailboxUrl);
  const known = await mailbox.lastTo(account.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('Password').fill(account.password);
  await page.getByLabel('Code').fill(codeOf(await mailbox.newestTo(account.email, known)));
  await page.getByRole('button', { name: 'Remove it and sign in' }).click();
  await page.waitForURL('**/wallets');
});
