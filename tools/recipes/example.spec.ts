import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { enterPassword } from '../../e2e/fixtures/account.ts';
import { openProver } from '../../e2e/fixtures/prove-wallet.ts';
import { expect, test } from '../../e2e/fixtures/test.ts';
import { startTwoProcesses } from '../../e2e/fixtures/two-processes.ts';
import { registerExample } from '../../scripts/example/register-example.ts';
import { makeAuthSecret, startExample } from '../../scripts/example/start-example.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { endAccess, projectOf, proveNew } from './owner.ts';

/** Auth.js's name for it on plain http. */
const sessionCookie = 'authjs.session-token';

test('Auth.js, in the example, before two processes of the site: no wallet, one, ten minutes later, nobody there, taken back, left', async ({
  page,
  addresses,
  account,
}) => {
  const prover = await openProver(addresses, account);
  const { address } = await proveNew(addresses, prover);
  const site = await startTwoProcesses(addresses);
  const project = projectOf({ ...addresses, siteUrl: site.url });
  const { exampleUrl, process: example } = await startExample(project, await findFreePort());
  const headline = (name: string) => page.getByRole('heading', { name });
  try {
    await page.goto(`${exampleUrl}/members`);
    await page.getByRole('button', { name: 'Sign in with Countersign' }).click();
    await enterPassword(page, account);
    await page.getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: 'Share and continue' }).click();
    await expect(headline('No wallet, no entry')).toBeVisible();

    await page.getByRole('button', { name: 'Prove a wallet' }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Share and continue' }).click();
    await expect(page.getByText(address)).toBeVisible();
    await expect(page.getByText('You are in')).toBeVisible();

    const before = await endAccessToken(page, makeAuthSecret(project));
    await page.reload();
    await expect(page.getByText('You are in')).toBeVisible();
    await expect(page).toHaveURL(`${exampleUrl}/members`);
    expect((await endAccessToken(page, makeAuthSecret(project))).accessToken).not.toBe(before.accessToken);
    await page.reload();

    site.leadTo(['http://localhost:9']);
    await page.reload();
    await expect(headline('Nobody is at the door')).toBeVisible();
    site.leadTo(site.processes);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByText('You are in')).toBeVisible();
    // Whoever leaves meanwhile is signed out here all the same.
    const [session] = (await page.context().cookies()).filter(({ name }) => name === sessionCookie);
    site.leadTo(['http://localhost:9']);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Sign in with Countersign' })).toBeVisible();
    site.leadTo(site.processes);
    await page.context().addCookies(session ? [session] : []);
    await page.goto(`${exampleUrl}/members`);
    await expect(page.getByText('You are in')).toBeVisible();

    await endAccess(addresses, prover);
    await page.reload();
    await expect(headline('This site no longer sees your wallets')).toBeVisible();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await expect(page).toHaveURL(`${exampleUrl}/`);
    await expect(page.getByRole('button', { name: 'Sign in with Countersign' })).toBeVisible();
    const took = site.passed.filter((one) => one.path.startsWith('/oauth/')).map((one) => one.process);
    expect(new Set(took)).toEqual(new Set([0, 1]));
  } finally {
    await example.stop();
    await site.stop();
  }
});

test('npm run example registers itself once, with a new secret each time', async ({ addresses }) => {
  const start = () => registerExample(projectOf(addresses), 'http://localhost:3199');
  const [first, second] = [await start(), await start()];
  expect(second.clientId).toBe(first.clientId);
  expect(second.clientSecret).not.toBe(first.clientSecret);
});

/** @returns the access token that the page's session has, which is over for the example from now on */
async function endAccessToken(page: Page, secret: string): Promise<{ accessToken: string }> {
  const { endAccessToken: end } = await import(join(import.meta.dirname, 'testing/end-access-token.mjs'));
  const cookies = await page.context().cookies(page.url());
  const cookie = cookies.find(({ name }) => name === sessionCookie);
  if (!cookie) throw new Error('Nobody is signed in to the example.');
  const { value, accessToken } = await end(cookie, secret);
  await page.context().addCookies([{ ...cookie, value }]);
  return { accessToken };
}
