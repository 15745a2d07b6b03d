import { decodeJwt } from 'jose';
import { createAccount, enterPassword } from '../fixtures/account.ts';
import { openMailbox } from '../fixtures/mailbox.ts';
import { fetchTokens } from '../fixtures/session-cookies.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectFits } from '../fixtures/walk-sign-in-method.ts';
import { callAsServer } from '../proving-page.ts';

const codeOf = (mail: { code: string | null }) => mail.code ?? '';

test('a passkey that was set up at Auth leads in no circle: the page asks for no code, and removes it', async ({
  page,
  addresses,
}) => {
  const account = await createAccount(addresses);
  const { access_token } = await fetchTokens(addresses, account);
  await callAsServer(addresses, 'seed_foreign_passkey', { p_user_id: String(decodeJwt(access_token).sub) });
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
