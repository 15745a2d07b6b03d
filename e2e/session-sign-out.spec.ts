import { callAuth, createAccount, signOut } from './fixtures/account.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { openNewPasswordForm } from './fixtures/new-password-form.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import {
  addSessionCookies,
  authStatusOf,
  packSession,
  unpackSession,
  writeCookieHeader,
} from './fixtures/session-cookies.ts';
import { expect, test } from './fixtures/test.ts';

test('after sign-out Auth refuses stolen access and refresh tokens, and no other session ends', async ({
  account,
  addresses,
}) => {
  const visitor = openHttpClient(addresses.siteUrl);
  await visitor.signIn(account);
  const elsewhere = openHttpClient(addresses.siteUrl);
  await elsewhere.signIn(account);
  const stolen = unpackSession(visitor.cookies, addresses);
  expect(await authStatusOf(addresses, stolen.access_token)).toBe(200);
  await visitor.press('/account', 'Sign out');
  expect(await authStatusOf(addresses, stolen.access_token)).toBe(403);
  expect(await authStatusOf(addresses, unpackSession(elsewhere.cookies, addresses).access_token)).toBe(200);
  expect((await elsewhere.get('/account')).status).toBe(200);

  // The stolen access token's signature is still valid, so it is damaged here to force a refresh.
  const worn = packSession({ ...stolen, access_token: `${stolen.access_token.slice(0, -4)}AAAA` }, addresses);
  const visit = await sendRaw(addresses.siteUrl, {
    path: '/account',
    headers: { cookie: writeCookieHeader(worn) },
  });
  expect([visit.status, visit.headers.location]).toEqual([
    307,
    '/sign-in?next=%2Faccount&notice=session-ended',
  ]);
  expect(visit.text.includes(account.email)).toBe(false);
});

test('after sign-out an action with the old cookies changes nothing', async ({ addresses, mailbox }) => {
  const { owner, submitAs, expectNothingChanged } = await openNewPasswordForm(addresses, mailbox);
  const stolen = new Map(owner.cookies);
  await owner.press('/wallets', 'Sign out');
  const thief = openHttpClient(addresses.siteUrl);
  for (const [name, value] of stolen) thief.cookies.set(name, value);
  expect((await submitAs(thief)).text).toContain('You are signed out.');
  await expectNothingChanged();
});

test('after sign-out the back button shows no account data', async ({ page, signedIn }) => {
  await page.goto('/account');
  await expect(page.getByText(signedIn.email).first()).toBeVisible();
  await signOut(page);
  for (let steps = 0; steps < 2; steps++) {
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByText(signedIn.email)).toHaveCount(0);
  }
});

test('sign-out in one tab removes the account from every tab immediately, with everything in its document', async ({
  page,
  context,
  signedIn,
}) => {
  const others = [await context.newPage(), await context.newPage()];
  for (const other of others) {
    await other.goto('/account');
    await expect(other.getByText(signedIn.email).first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  for (const tab of [page, ...others]) {
    await expect(tab.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    expect(await tab.content()).not.toContain(signedIn.email);
  }
  expect(others.map((tab) => new URL(tab.url()).search)).toEqual(Array(2).fill('?next=%2Faccount'));
});

test('another account that signs in in one tab replaces the first in the other', async ({
  page,
  context,
  addresses,
  signedIn,
}) => {
  await page.goto('/account');
  await expect(page.getByText(signedIn.email).first()).toBeVisible();
  const second = await createAccount(addresses);
  const other = await context.newPage();
  await addSessionCookies(other, addresses, second);
  await other.goto('/wallets');
  await expect(page.getByText(second.email).first()).toBeVisible();
  expect(await page.content()).not.toContain(signedIn.email);
});

test('signing out of an ended session leads to sign-in without an error', async ({ account, addresses }) => {
  const visitor = openHttpClient(addresses.siteUrl);
  await visitor.signIn(account);
  const form = await visitor.findForm('/account', 'Sign out');
  for (let times = 0; times < 2; times++) {
    const answer = await visitor.submit('/account', form);
    expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in']);
  }
});

test("signing in over this browser's session ends that one, and no other session of the account", async ({
  account,
  addresses,
  mailbox,
}) => {
  const [visitor, elsewhere] = [openHttpClient(addresses.siteUrl), openHttpClient(addresses.siteUrl)];
  for (const one of [visitor, elsewhere]) await one.signIn(account);
  const replaced = unpackSession(visitor.cookies, addresses);
  const known = await mailbox.lastTo(account.email);
  await callAuth(addresses, 'otp', { email: account.email, create_user: false });
  const { pathname, search } = new URL((await mailbox.newestTo(account.email, known)).link ?? '');
  await visitor.press(pathname + search, 'Continue');
  expect(await authStatusOf(addresses, replaced.access_token)).toBe(403);
  for (const one of [visitor, elsewhere])
    expect(await authStatusOf(addresses, unpackSession(one.cookies, addresses).access_token)).toBe(200);
});
