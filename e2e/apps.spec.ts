import { shortenAddress } from '../lib/shorten.ts';
import { makePng } from '../lib/testing/make-png.ts';
import { callFunction, createAccount } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { confirmInDialog } from './fixtures/confirm-in-dialog.ts';
import { addApp, grantAccess, readAsApp } from './fixtures/grant-access.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import {
  changeWallet,
  createWalletKey,
  openProver,
  proverParameters,
  proveWallet,
  publishWallet,
} from './fixtures/prove-wallet.ts';
import { listWallet } from './fixtures/public-page.ts';
import { readWords } from './fixtures/read-html.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInBrowser, openSignedInClient } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';
import { installTestWallet } from './test-wallet.ts';
import { chooseWallet } from './wallet-page.ts';

test('22 apps are on two pages, and ending one returns to its page', async ({ account, addresses }) => {
  const prover = await openProver(addresses, account);
  for (let place = 1; place <= 22; place++)
    await grantAccess(addresses, prover, await addApp(addresses, { name: `App ${place}` }), {
      scopes: ['openid'],
    });
  const owner = await openSignedInBrowser(addresses, account);
  const listed = () => owner.answer().text.match(/(?<=<h2[^>]*>)App \d+/g);
  await owner.open('/apps');
  await owner.follow('Next');
  expect([owner.place(), listed()]).toEqual(['/apps?page=2', ['App 2', 'App 1']]);
  await owner.press('End access of App 2');
  expect([owner.place(), listed()]).toEqual(['/apps?done=ended&page=2', ['App 1']]);
  await owner.press('End access of App 1');
  expect([owner.place(), listed()?.length]).toEqual(['/apps?done=ended', 20]);
});

test("the apps page lists each app's wallets, and ending access takes effect immediately @phone @tour", async ({
  page,
  member,
  addresses,
  mailbox,
}) => {
  const prover = await openProver(addresses, member);
  const [kept, taken] = [createWalletKey(), createWalletKey()];
  const wallets = [await proveWallet(addresses, prover, kept), await proveWallet(addresses, prover, taken)];
  const [{ walletId: keptId } = { walletId: '' }] = wallets;
  await changeWallet(addresses, prover, 'label_wallet', keptId, { p_label: 'Savings' });
  const gate = await addApp(addresses, { logo: makePng().toString('base64') });
  const club = await addApp(addresses, { name: 'Drop Club', redirect_uris: ['https://drop.example/cb'] });
  await grantAccess(addresses, prover, club, { scopes: ['openid', 'email'] });
  await grantAccess(addresses, prover, gate, {
    scopes: ['openid', 'profile', 'wallets'],
    walletIds: wallets.map(({ walletId }) => walletId),
  });

  await page.goto('/wallets');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Apps' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Apps' })).toBeVisible();
  const app = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Wallet Gate' }) });
  await expect(app).toContainText('gate.example');
  await expect(app).toContainText('a name once you set one, 2 wallets.');
  await expect(app).toContainText(shortenAddress(taken.address));
  await expect(app.getByRole('listitem').filter({ hasText: 'Savings' })).toContainText('Proven');
  // Loaded: it has an intrinsic width.
  await expect.poll(() => app.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64);
  await show(page, 'apps-connected');
  await expectNoAxeViolations(page);

  await confirmInDialog(page, `Stop sharing ${shortenAddress(taken.address)} with Wallet Gate`);
  await expect(page.getByRole('status').filter({ hasText: 'It is no longer shared' })).toBeFocused();
  expect(await readAsApp(addresses, prover, gate)).toEqual([kept.address]);
  await expect(app).toContainText('1 wallet.');

  await app.getByRole('link', { name: 'Share another wallet' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share more with gate.example');
  await expect(page.getByRole('checkbox', { name: 'Savings' })).toBeChecked();
  await page.getByRole('checkbox', { name: shortenAddress(taken.address) }).check();
  await show(page, 'apps-share');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Save selection' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The app can see the wallets' })).toBeFocused();
  await expect(app).toContainText('2 wallets.');
  expect(await readAsApp(addresses, prover, gate)).toEqual([kept.address, taken.address]);

  await confirmInDialog(page, 'End access of Wallet Gate');
  await expect(page.getByRole('status').filter({ hasText: 'Access ended' })).toBeFocused();
  expect(await readAsApp(addresses, prover, gate)).toBeNull();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Drop Club']);

  await page.goto('/activity?show=apps');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText(/The app “Wallet Gate”.* lost access/);
  await expect(rows.nth(1)).toContainText(
    `Shared ${shortenAddress(taken.address)} with the app “Wallet Gate” (gate.example)`,
  );
  await expect(rows.nth(2)).toContainText(
    `Stopped sharing ${shortenAddress(taken.address)} with the app “Wallet Gate”`,
  );
  await show(page, 'activity-apps');
  const mail = await mailbox.noticeTo(member.email, 'An app can see part of your account');
  expect(mail.text).toMatch(/the app “(Wallet Gate|Drop Club)”.* can see part of your/);
  expect(mail.text).toContain(`${addresses.siteUrl}/apps`);
  expect(mail.text).toContain(`${addresses.siteUrl}/activity/not-me`);
});

test('works without scripts: a press whose answer was lost, and one in another tab, report that access has ended', async ({
  account,
  addresses,
}) => {
  const visitor = await openSignedInClient(addresses, account);
  const prover = await openProver(addresses, account);
  expect((await visitor.get('/apps')).text).toContain('No apps connected.');
  const key = createWalletKey();
  const { walletId } = await proveWallet(addresses, prover, key);
  const gate = await addApp(addresses);
  await grantAccess(addresses, prover, gate, { walletIds: [walletId] });
  const stop = await visitor.findForm(
    '/apps',
    `Stop sharing ${shortenAddress(key.address)} with Wallet Gate`,
  );
  const end = await visitor.findForm('/apps', 'End access of Wallet Gate');

  // Another user's form has no effect.
  const stranger = await openSignedInClient(addresses, await createAccount(addresses));
  expect((await stranger.submit('/apps', end)).headers.location).toBe('/apps?done=gone');
  expect(await readAsApp(addresses, prover, gate)).toEqual([key.address]);

  expect((await visitor.submit('/apps', stop)).headers.location).toBe('/apps?done=unshared');
  expect((await visitor.submit('/apps', stop)).headers.location).toBe('/apps?done=unshared');
  expect(await readAsApp(addresses, prover, gate)).toEqual([]);
  expect((await visitor.submit('/apps', end)).headers.location).toBe('/apps?done=ended');
  expect((await visitor.submit('/apps', end)).headers.location).toBe('/apps?done=gone');
  expect(await readAsApp(addresses, prover, gate)).toBeNull();
  expect((await visitor.get('/apps?done=gone')).text).toContain('Access had already ended.');
});

test('a wallet that is proven to share it is selected, the primary one is not, and all can be withdrawn', async ({
  page,
  member,
  addresses,
}) => {
  const prover = await openProver(addresses, member);
  const primary = createWalletKey();
  const { walletId } = await proveWallet(addresses, prover, primary);
  await publishWallet(addresses, prover, walletId);
  await listWallet(addresses, prover, walletId);
  const gate = await addApp(addresses);
  await grantAccess(addresses, prover, gate);
  await installTestWallet(page);
  await page.goto(`/apps/${gate}/wallets`);
  const boxes = page.getByRole('list', { name: 'Your proven wallets' }).getByRole('checkbox');
  await expect(boxes).not.toBeChecked();
  const pageBox = page.getByRole('checkbox', { name: 'Also the link of your page' });
  await pageBox.check();
  // In another tab.
  const change = { p_change: 'link_changed', p_github_id: null, p_device: null };
  await callFunction(addresses, 'change_public_page', { ...proverParameters(prover), ...change });
  await page.getByRole('button', { name: 'Prove another wallet' }).click();
  await chooseWallet(page);
  await expect(boxes).toHaveCount(2);
  // A tick for the old link doesn't count for the new one.
  await expect(pageBox).not.toBeChecked();
  await expect(boxes.and(page.locator(':checked'))).toHaveCount(1);
  await page.getByRole('button', { name: 'Save selection' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The app can see the wallets' })).toBeVisible();
  const [shared] = (await readAsApp(addresses, prover, gate)) ?? [];
  expect(shared).toBeDefined();
  expect(shared).not.toBe(primary.address);

  await page.getByRole('link', { name: 'Share another wallet' }).click();
  await page.getByRole('checkbox', { checked: true }).uncheck();
  await page.getByRole('button', { name: 'Stop sharing all wallets' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The app can see none of your' })).toBeVisible();
  expect(await readAsApp(addresses, prover, gate)).toEqual([]);
});

test("sharing another wallet takes no other user's form or wallet, no scope that wasn't granted, and no app without access", async ({
  account,
  addresses,
}) => {
  const [visitor, prover] = [
    await openSignedInClient(addresses, account),
    await openProver(addresses, account),
  ];
  const other = await createAccount(addresses);
  const [own, others] = [createWalletKey(), createWalletKey()];
  const { walletId } = await proveWallet(addresses, prover, own);
  const { walletId: othersId } = await proveWallet(addresses, await openProver(addresses, other), others);
  const gate = await addApp(addresses);
  const grant = await grantAccess(addresses, prover, gate);
  const path = `/apps/${gate}/wallets`;
  const form = await visitor.findForm(path, 'Save selection');
  const send = async (fields: Record<string, string>, by = visitor) =>
    (await by.submit(path, form, { answer: 'share', wallet: walletId, ...fields })).headers.location;

  expect(await send({ wallet: othersId })).toContain(`${path}?problem=app.wallet_not_offered`);
  expect(await send({ scopes: 'openid email wallets' })).toContain(`${path}?problem=app.request_invalid`);
  // Signed in as another user, who has shared nothing with the app.
  const stranger = await openSignedInClient(addresses, other);
  expect(await send({}, stranger)).toContain('problem=app.other_account');
  expect(readWords((await stranger.get(path)).text)).toContain("You can't share wallets with this app here.");
  const external = await visitor.submit(path, form, {}, { headers: { origin: 'https://evil.example' } });
  expect(external.status).toBe(403);
  expect(await readAsApp(addresses, prover, gate)).toEqual([]);

  // Only a refused answer selects boxes.
  expect((await visitor.get(`${path}?picked=${walletId}`)).text).not.toMatch(/<input[^>]* checked/);
  expect(await send({})).toBe('/apps?done=shared');
  expect(await readAsApp(addresses, prover, gate)).toEqual([own.address]);
  // The form was rendered before that.
  expect(await send({ wallet: '' })).toContain('problem=app.request_invalid');
  expect(await send({})).toBe(`${path}?problem=app.wallets_changed`);
  expect((await visitor.get(`${path}?problem=app.wallets_changed`)).text).toMatch(/<input[^>]* checked/);
  await callFunction(addresses, 'end_oauth_grant', {
    p_user_id: prover.userId,
    p_session_id: prover.sessionId,
    p_grant_id: grant,
    p_device: null,
  });
  expect(await send({})).toBe(path);
  expect(await readAsApp(addresses, prover, gate)).toBeNull();
});

test('logos are served from this site to all visitors, and an app without one answers like an unknown app', async ({
  account,
  addresses,
}) => {
  const logo = makePng();
  const shown = await addApp(addresses, { logo: logo.toString('base64') });
  const disabled = await addApp(addresses, { logo: logo.toString('base64') });
  await callFunction(addresses, 'disable_oauth_client', { p_client_id: disabled, p_is_disabled: true });
  const plain = await addApp(addresses);
  const [nobody, member] = [openHttpClient(addresses.siteUrl), await openSignedInClient(addresses, account)];
  for (const visitor of [nobody, member]) {
    const { status, headers, setCookies } = await visitor.get(`/apps/${shown}/logo.png`);
    expect([status, setCookies]).toEqual([200, []]);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(String(headers.vary ?? '')).not.toMatch(/cookie/i);
    const absent = [disabled, plain, `app_${'0'.repeat(24)}`, 'nothing', '%00'];
    const answers = await Promise.all(absent.map((id) => visitor.get(`/apps/${id}/logo.png`)));
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([404, answers[0]?.text]);
  }
});
