import { decodeJwt } from 'jose';
import type { Page } from 'playwright/test';
import { createAccount, enterPassword } from '../fixtures/account.ts';
import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { openMailbox } from '../fixtures/mailbox.ts';
import { openSetting } from '../fixtures/open-setting.ts';
import { addAuthenticator, addAuthenticatorAtAuth } from '../fixtures/second-factor.ts';
import { fetchExternalTokens, fetchTokens } from '../fixtures/session-cookies.ts';
import type { Addresses } from '../fixtures/stack.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectFits } from '../fixtures/walk-sign-in-method.ts';
import { callAsServer } from '../proving-page.ts';

/** What anyone who holds an access token does at Auth itself. */
async function setPasswordAtAuth(addresses: Addresses, accessToken: string, password: string): Promise<void> {
  const answer = await fetch(`${addresses.supabaseUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: addresses.publishableKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password }),
  });
  expect(answer.status).toBe(200);
}

const found = 'A sign-in method was set up outside this site';
const codeOf = (mail: { code: string | null }) => mail.code ?? '';

async function changePassword(page: Page, password: string): Promise<void> {
  await page.goto('/security');
  await openSetting(page, 'the password');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('a password set straight at Auth with a stolen token signs in but changes nothing', async ({
  page,
  signedIn,
  addresses,
  mailbox,
}) => {
  const { access_token } = await fetchExternalTokens(addresses, signedIn);
  await setPasswordAtAuth(addresses, access_token, 'a password of the thief');
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await enterPassword(page, { ...signedIn, password: 'a password of the thief' });
  await page.waitForURL('**/wallets');
  await mailbox.noticeTo(signedIn.email, found);

  await changePassword(page, 'another one of the thief');
  await expect(page.getByRole('dialog', { name: "Confirm it's you" })).toBeVisible();
  await page.goto('/confirm-access?way=password');
  await expect(page.getByRole('button', { name: 'Send the code' })).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await page.goto('/activity');
  await expect(page.getByText('A password was set up outside this site')).toBeVisible();

  // Its owner, who reads the mail, keeps it.
  await page.goto('/security');
  await expect(page.getByRole('heading', { name: 'Set up outside this site' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'It was me, keep it' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "Confirm it's you first." })).toBeVisible();
  await page.goto('/confirm-access?next=/security');
  const known = await mailbox.lastTo(signedIn.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('Code').fill(codeOf(await mailbox.newestTo(signedIn.email, known)));
  await page.waitForURL('**/security');
  await page.getByRole('button', { name: 'It was me, keep it' }).click();
  await expect(page.getByText('Kept. It now counts as yours.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Set up outside this site' })).toHaveCount(0);
});

/** Signs in by password in a browser that carries nothing, up to the second step. */
async function signInToMfa(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await enterPassword(page, account);
  await page.waitForURL('**/sign-in/second-factor');
}

test('a thief who set both a password and an authenticator locks nobody out who has the mailbox', async ({
  page,
  signedIn,
  addresses,
  mailbox,
}) => {
  const { access_token } = await fetchExternalTokens(addresses, signedIn);
  await setPasswordAtAuth(addresses, access_token, 'a password of the thief');
  await addAuthenticatorAtAuth(addresses, access_token);
  await page.context().clearCookies();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(signedIn.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const known = await mailbox.lastTo(signedIn.email);
  await page.getByRole('button', { name: 'Use a code instead' }).click();
  await page.getByLabel('Code').fill(codeOf(await mailbox.newestTo(signedIn.email, known)));
  await page.waitForURL('**/sign-in/second-factor');
  await expect(page.getByText('This authenticator was set up outside this site.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: "I didn't set it up: remove it" }).click();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectFits(page);
});

test('the code of an authenticator set up elsewhere stands in for none that was set up here', async ({
  page,
  signedIn,
  addresses,
}) => {
  const { authenticator, tokens } = await addAuthenticator(addresses, signedIn);
  const external = await addAuthenticatorAtAuth(addresses, tokens.access_token, 'Tablet');
  await signInToMfa(page, signedIn);
  await expect(page.getByText('This authenticator was set up outside this site.')).toHaveCount(0);
  await page.getByLabel('Code').fill(external.authenticator.nextCode());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "That code doesn't match" })).toBeVisible();
  await page.getByLabel('Code').fill(authenticator.nextCode());
  await page.waitForURL('**/wallets');
});

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
  await page.getByRole('link', { name: "I didn't set it up: remove it" }).click();
  const mailbox = openMailbox(addresses.mailboxUrl);
  const known = await mailbox.lastTo(account.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('Password').fill(account.password);
  await page.getByLabel('Code').fill(codeOf(await mailbox.newestTo(account.email, known)));
  await page.getByRole('button', { name: 'Remove it and sign in' }).click();
  await page.waitForURL('**/wallets');
});
