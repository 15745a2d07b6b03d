import { enterPassword } from '../e2e/fixtures/account.ts';
import { openProver } from '../e2e/fixtures/prove-wallet.ts';
import { expect, test } from '../e2e/fixtures/test.ts';
import { startTwoProcesses } from '../e2e/fixtures/two-processes.ts';
import { type Example, examples, findExample } from '../scripts/example/examples.ts';
import { registerExample } from '../scripts/example/register-example.ts';
import { startExample } from '../scripts/example/start-example.ts';
import { findFreePort } from '../scripts/stack/ports.ts';
import { projectOf, proveNew, revokeAccess } from './owner.ts';

const nextjs = findExample('wallet-gate') as Example;
const authJs = findExample('auth-js') as Example;

test('the package, in the example, with two processes of the site: no wallet, one wallet, token expiry, outage, revoked access, sign-out', async ({
  page,
  addresses,
  account,
}) => {
  const prover = await openProver(addresses, account);
  const { address } = await proveNew(addresses, prover);
  const site = await startTwoProcesses(addresses);
  const example = await startExample(
    nextjs,
    projectOf({ ...addresses, siteUrl: site.url }),
    await findFreePort(),
  );
  const { exampleUrl } = example;
  const isIn = () => expect(page.getByText('You are in')).toBeVisible();
  try {
    await page.goto(exampleUrl);
    await page.getByRole('link', { name: 'Sign in with Countersign' }).click();
    await enterPassword(page, account);
    await page.getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: 'Continue without a wallet' }).click();
    // Without a wallet, the page redirects to the site again, which requires one.
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Share and continue' }).click();
    await isIn();
    await expect(page.getByText(address)).toBeVisible();
    await expect(page.getByText('This site sees one wallet of yours.')).toBeVisible();

    site.setProcesses(['http://localhost:9']);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Nobody is at the door' })).toBeVisible();
    site.setProcesses(site.processes);
    await page.getByRole('link', { name: 'Try again' }).click();
    await isIn();

    await revokeAccess(addresses, prover);
    await page.reload();
    // The site asks for consent again.
    await expect(page.getByRole('button', { name: 'Share and continue' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('You canceled, and nothing was shared.')).toBeVisible();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Share and continue' }).click();
    await isIn();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await expect(page).toHaveURL(`${exampleUrl}/`);
    await expect(page.getByRole('link', { name: 'Sign in with Countersign' })).toBeVisible();
    await expect(page.getByText('one wallet of yours')).toBeHidden();
    const took = site.forwarded.filter((one) => one.path.startsWith('/oauth/')).map((one) => one.process);
    expect(new Set(took)).toEqual(new Set([0, 1]));
  } finally {
    await example.process.stop();
    await site.stop();
  }
});

for (const example of examples.filter((one) => one !== nextjs && one !== authJs))
  test(`the package, in ${example.name}: a page redirects to the site and back, and is refused after access is revoked`, async ({
    page,
    addresses,
    account,
  }) => {
    const prover = await openProver(addresses, account);
    const { address } = await proveNew(addresses, prover);
    const { exampleUrl, process } = await startExample(example, projectOf(addresses), await findFreePort());
    const title = page.getByRole('heading', { name: 'You are in' });
    try {
      await page.goto(exampleUrl);
      await page.getByRole('link', { name: 'Sign in with Countersign' }).click();
      await enterPassword(page, account);
      await page.getByRole('button', { name: 'Share and continue' }).click();
      await expect(title).toBeVisible();
      await expect(page.getByText(address)).toBeVisible();
      // By a link in the app, which some frameworks follow with their own router.
      await page.goto(exampleUrl);
      await page.getByRole('link', { name: 'Go in' }).click();
      await expect(title).toBeVisible();
      await revokeAccess(addresses, prover);
      await page.goto(exampleUrl);
      await page.getByRole('link', { name: 'Go in' }).click();
      await expect(page.getByRole('button', { name: 'Share and continue' })).toBeVisible();
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Share and continue' }).click();
      await expect(title).toBeVisible();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.goto(`${exampleUrl}/`);
      await expect(page.getByRole('link', { name: 'Sign in with Countersign' })).toBeVisible();
    } finally {
      await process.stop();
    }
  });

test('Auth.js: a page asks for a wallet, shows the current ones, and asks again after access is revoked', async ({
  page,
  addresses,
  account,
}) => {
  const prover = await openProver(addresses, account);
  const { address } = await proveNew(addresses, prover);
  const { exampleUrl, process } = await startExample(authJs, projectOf(addresses), await findFreePort());
  const signIn = page.getByRole('button', { name: 'Sign in with Countersign' });
  const share = page.getByRole('button', { name: 'Share and continue' });
  try {
    await page.goto(`${exampleUrl}/members`);
    await signIn.click();
    await enterPassword(page, account);
    await share.click();
    await expect(page).toHaveURL(`${exampleUrl}/members`);
    await expect(page.getByText(address)).toBeVisible();
    const session = await (await page.request.get(`${exampleUrl}/api/auth/session`)).text();
    expect(session).toContain('countersignSub');
    expect(session).not.toMatch(/token/i);
    await revokeAccess(addresses, prover);
    await page.reload();
    await expect(page.getByText(address)).toBeHidden();
    await signIn.click();
    await page.getByRole('checkbox').check();
    await share.click();
    await expect(page.getByText(address)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(signIn).toBeVisible();
  } finally {
    await process.stop();
  }
});

test('npm run example registers itself once, with a new secret each time', async ({ addresses }) => {
  const start = () => registerExample(projectOf(addresses), nextjs.label, 'http://localhost:3199');
  const [first, second] = [await start(), await start()];
  expect(second.clientId).toBe(first.clientId);
  expect(second.clientSecret).not.toBe(first.clientSecret);
});
