import { isPublicPath } from '../lib/http/public-paths.ts';
import { callAuth } from './fixtures/account.ts';
import { listPages } from './fixtures/page-paths.ts';
import { openProver } from './fixtures/prove-wallet.ts';
import { reflectorHost, routeToReflector } from './fixtures/reach-phone.ts';
import { startReflector } from './fixtures/reflector.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { addSessionCookies } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import { chooseWallet, connectWallet, openDialog, openWallets, shareProof } from './wallet-page.ts';

// Screens that no other test shows. Only `npm run tour` runs these.

test('every page as a new user sees it @tour', async ({ page, addresses, account }) => {
  const showPages = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      const { pathname } = new URL(page.url());
      await show(page, pathname.slice(1).replaceAll('/', '-'));
    }
  };
  await showPages(listPages().filter(isPublicPath));
  await addSessionCookies(page, addresses, account);
  await showPages([...listPages().filter((path) => !isPublicPath(path)), '/no-such-page']);
});

test('one wallet of one account, for the picture of the README @tour', async ({ page, member: _member }) => {
  await page.clock.install();
  await openWallets(page, { name: 'Paper Wallet', signing: 'hold' });
  await connectWallet(page, 'Paper Wallet');
  await page.getByRole('button', { name: 'Prove it' }).click();
  await expect(page.getByText('This costs nothing and moves no funds').first()).toBeVisible();
  await show(page, 'readme-signing');
  await page.evaluate(() => window.testWallets['Paper Wallet']?.answer());
  const row = page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  // No toast covers the page.
  await page.clock.runFor(6000);
  await show(page, 'readme-proven');
  await shareProof(page, row);
  await page.goto((await row.getByRole('link', { name: /^View proof/ }).getAttribute('href')) ?? '');
  await expect(page.getByText(/^All \d+ checks passed in this browser\.$/)).toBeVisible();
  await show(page, 'readme-proof');
});

test('apps: an unreviewed one, and leaving both kinds @tour', async ({ page, member, addresses }) => {
  const owner = await openProver(addresses, member);
  const [bank, gate] = [
    await startRelyingApp(addresses, { name: 'Bank', owner }),
    await startRelyingApp(addresses),
  ];
  for (const app of [bank, gate]) {
    await page.goto(`${app.url}/sign-in`);
    await page.getByRole('button', { name: 'Share and continue' }).click();
    await expect(page.locator('#claims')).toBeVisible();
  }
  for (const path of ['/apps', '/developers']) {
    await page.goto(path);
    await expect(page.getByText('Bank').first()).toBeVisible();
    await show(page, `${path.slice(1)}-not-reviewed`);
  }
  await page.goto(`${gate.url}/sign-out`);
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  await show(page, 'connect-sign-out-reviewed');
  // The redirect page stays, because the app answers 204.
  await page.route(`${gate.url}/**`, (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('heading', { name: /^Going back to/ })).toBeVisible();
  await show(page, 'connect-leading-on');
  await page.goto(`${bank.url}/sign-out`);
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page.getByRole('heading', { name: "You're signed out here." })).toBeVisible();
  await show(page, 'connect-signed-out-not-reviewed');
  for (const app of [bank, gate]) await app.stop();
});

test('a code for a phone that is never scanned @tour', async ({ startSite, page, member: _member }) => {
  const reflector = await startReflector({ waitInMilliseconds: 8000 });
  const app = await startSite({ MWA_REFLECTOR: reflectorHost });
  await routeToReflector(page, reflector.url);
  await page.goto(`${app.siteUrl}/wallets`);
  await (await openDialog(page)).getByRole('button', { name: 'More options' }).click();
  await chooseWallet(page, 'Wallet on a phone');
  await expect(page.getByRole('img', { name: /^Code to scan/ })).toBeVisible();
  await show(page, 'phone-code');
  await expect(page.getByRole('heading', { name: 'The code has expired' })).toBeVisible();
  await show(page, 'phone-code-expired');
  await reflector.stop();
});

test('the mailbox of the local backend @tour', async ({ page, startPrivateStack }) => {
  const { addresses } = await startPrivateStack();
  await page.goto(addresses.mailboxUrl);
  await show(page, 'mailbox-empty');
  await callAuth(addresses, 'signup', { email: 'ada@example.com', password: 'correct horse battery' });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await show(page, 'mailbox');
  await page.getByText('Show the email').first().click();
  await expect(page.frameLocator('iframe').first().getByRole('link').first()).toBeVisible();
  await show(page, 'mailbox-mail');
});
