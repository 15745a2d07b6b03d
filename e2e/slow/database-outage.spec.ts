import { withoutDatabase } from 'local-supabase/testing';
import { type Account, createAccount } from '../fixtures/account.ts';
import { leaveOutOutside } from '../fixtures/leave-out.ts';
import { type RelyingApp, startRelyingApp } from '../fixtures/relying-app.ts';
import { openSignedInVisitor } from '../fixtures/signed-in-visitor.ts';
import { type Stack, startStack } from '../fixtures/stack.ts';
import { expect, test } from '../fixtures/test.ts';

// REST and Auth answer, and the database is away. What actions say then is in app/actions-in-an-outage.test.ts.

test.describe.configure({ mode: 'default' });

let stack: Stack;
let account: Account;
let app: RelyingApp;

test.beforeAll(async () => {
  leaveOutOutside('takes the database of its backend away');
  stack = await startStack({ app: { LOCAL_BACKEND_TIMEOUT: '5' } });
  account = await createAccount(stack.addresses);
  app = await startRelyingApp(stack.addresses);
});
test.afterAll(async () => {
  await app?.stop();
  await stack?.stop();
});

const away = <Result>(work: () => Promise<Result>, as?: string) =>
  withoutDatabase({ url: stack.addresses.supabaseUrl, secretKey: stack.addresses.secretKey }, work, as);

test('a request of an app can be made again once the database is back', async ({ page, context }) => {
  const { siteUrl } = stack.addresses;
  const signedIn = await openSignedInVisitor(stack.addresses, account);
  await context.addCookies([...signedIn.cookies].map(([name, value]) => ({ name, value, url: siteUrl })));
  await away(async () => {
    await page.goto(`${app.url}/sign-in`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Part of this site isn't answering.");
  });
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/connect\/[\w-]{20,}$/);
});

test('an answer that was given in an outage is asked for again once it is over, and nothing says that it goes on', async ({
  page,
  context,
}) => {
  const { siteUrl } = stack.addresses;
  const signedIn = await openSignedInVisitor(stack.addresses, account);
  await context.addCookies([...signedIn.cookies].map(([name, value]) => ({ name, value, url: siteUrl })));
  await page.goto(`${app.url}/sign-in`);
  const share = page.getByRole('button', { name: 'Share and continue' });
  await expect(share).toBeEnabled();
  await away(async () => {
    await share.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One moment');
    await expect(page).toHaveURL(/problem=/);
  });
  await expect(page.getByText("Your last step didn't reach us.")).toBeVisible();
  await expect(page).toHaveTitle(/^Your last step didn't reach us · Sign in to /);
  await expect(page.getByText("isn't answering")).toHaveCount(0);
  await share.click();
  await expect(page.locator('#claims')).toBeVisible();
});
