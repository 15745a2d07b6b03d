import { readFileSync } from 'node:fs';
import { isPublicPath } from '../lib/http/public-paths.ts';
import { inProject } from '../scripts/project-folder.ts';
import { callAuth, createAccount } from './fixtures/account.ts';
import { deployedSettings } from './fixtures/app-under-test.ts';
import { listPages } from './fixtures/page-paths.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { reflectorHost, routeToReflector } from './fixtures/reach-phone.ts';
import { startReflector } from './fixtures/reflector.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { addSessionCookies } from './fixtures/session-cookies.ts';
import { show } from './fixtures/show-in-tour.ts';
import { expect, test } from './fixtures/test.ts';
import { chooseWallet, connectButton, connectWallet, openDialog, openWallets } from './wallet-page.ts';

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

test('the pictures of the README: one wallet is proven and shared @tour', async ({
  startSite,
  browser,
  addresses,
}) => {
  // Without the port, which differs between runs. Browsers trust this host without TLS.
  const siteUrl = 'http://countersign.localhost';
  const { host } = new URL((await startSite({ SITE_URL: siteUrl })).siteUrl);
  const { launchOptions } = test.info().project.use;
  const named = await browser.browserType().launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      `--host-resolver-rules=MAP countersign.localhost ${host.replace('localhost', '127.0.0.1')}`,
    ],
  });
  const page = await named.newPage({
    ...{ baseURL: siteUrl, deviceScaleFactor: 2, reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const shoot = async (name: string) => {
    for (const [screen, size] of Object.entries({ desktop: [1200, 750], phone: [360, 860] } as const)) {
      await page.setViewportSize({ width: size[0], height: size[1] });
      await page.screenshot({ path: inProject('tour', `readme-${name}-${screen}.png`) });
    }
  };
  await addSessionCookies(page, { ...addresses, siteUrl }, await createAccount(addresses, 'ada@example.com'));
  await page.clock.install();
  await openWallets(page, { name: 'Paper Wallet', signing: 'hold' });
  await expect(connectButton(page)).toBeVisible();
  await shoot('empty');
  await connectWallet(page, 'Paper Wallet');
  await shoot('connected');
  await page.getByRole('button', { name: 'Prove it' }).click();
  const statement = page
    .getByRole('dialog')
    .getByText(/wants you to sign in/)
    .first();
  // Whole, although the page scrolls it.
  await statement.evaluate((text) => {
    text.style.height = 'auto';
  });
  await shoot('signing');
  await page.evaluate(() => window.testWallets['Paper Wallet']?.answer());
  const row = page.getByRole('list', { name: 'Proven wallets' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  // No toast covers the page.
  await page.clock.runFor(6000);
  await shoot('proven');
  await row.getByRole('button', { name: 'Share proof' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('dialog', { name: 'This proof is public' })).toBeVisible();
  await page.clock.runFor(6000);
  await shoot('shared');
  await page.goto(
    (await page
      .getByRole('link', { name: /^View proof/ })
      .first()
      .getAttribute('href')) ?? '',
  );
  await expect(page.getByText(/^All \d+ checks passed in this browser\.$/)).toBeVisible();
  await shoot('proof');
  await named.close();
});

for (const [name, color, ink, theme, mark] of [
  ['Umberline', '#4a2c16', '#4a2c16', 'light', 'M6 14h44v7H6zM0 25h56v7H0zM6 36h44v7H6z'],
  ['Citrine Ferry', '#ffd400', '#f4f1e6', 'dark', 'M4 34h48l-8 14H12zM30 6v22h18z'],
] as const)
  test(`${name}, a made-up team with its own logo and color @tour`, async ({
    startSite,
    page,
    addresses,
  }) => {
    const file = (of: string) => inProject('tour', `${name.toLowerCase().replace(' ', '-')}-${of}.png`);
    const font = readFileSync(inProject('public/fonts/newsreader-6fa5ec4b.woff2'), 'base64');
    await page.setContent(`<style>@font-face { font-family: Newsreader; src: url(data:font/woff2;base64,${font}) }
      svg { font: 500 38px Newsreader; fill: ${ink} }</style>
      <svg width="${74 + name.length * 20}" height="56"><path d="${mark}" fill="${color}"/><text x="68" y="41">${name}</text></svg>`);
    await page.evaluate(() => document.fonts.ready);
    await page.locator('svg').screenshot({ path: file('logo'), omitBackground: true });
    const site = await startSite({
      ...{
        ...deployedSettings,
        MAILBOX_URL: '',
        SITE_NAME: name,
        SITE_LOGO: file('logo'),
        SITE_COLOR: color,
      },
      SITE_INTRO: `Wallets of ${name}\\nProve yours once.\\nThen every order knows them.`,
    });
    const here = { ...addresses, siteUrl: site.siteUrl };
    const account = await createAccount(here, `ada@${name.toLowerCase().replace(' ', '-')}.example`);
    const prover = await openProver(here, account);
    for (let place = 0; place < 3; place++) await proveWallet(here, prover, createWalletKey());
    await page.setViewportSize({ width: 1200, height: 750 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    // Without an answer from Solana, no balance shows.
    await page.route(
      ({ host }) => host !== new URL(site.siteUrl).host,
      () => undefined,
    );
    for (const path of ['sign-in', 'wallets']) {
      if (path === 'wallets') await addSessionCookies(page, here, account);
      await page.goto(`${site.siteUrl}/${path}`);
      await expect(page.getByAltText(name)).toHaveJSProperty('complete', true);
      await page.screenshot({ path: file(path) });
    }
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
