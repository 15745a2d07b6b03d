import { createAccount } from './fixtures/account.ts';
import { expectNoAxeViolations } from './fixtures/axe.ts';
import { findGrant } from './fixtures/consent-page.ts';
import { openHttpClient } from './fixtures/http-client.ts';
import { expectFitsPhone } from './fixtures/phone-width.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { show } from './fixtures/show-in-tour.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';

test('only the owner can open a trial, a link does nothing, and neither takes nor gives an answer to a real request', async ({
  account,
  addresses,
}) => {
  const other = await createAccount(addresses);
  const [prover, theirs] = [await openProver(addresses, account), await openProver(addresses, other)];
  const mine = await proveWallet(addresses, prover, createWalletKey());
  const external = await proveWallet(addresses, theirs, createWalletKey());
  const app = await startRelyingApp(addresses, {
    owner: prover,
    scope: 'openid profile wallets offline_access',
  });
  const path = `/developers/${app.clientId}/try`;
  const answer = `?answer=share&wallet=${mine.walletId}`;

  const stranger = await openSignedInClient(addresses, other);
  const none = `/developers/app_${'0'.repeat(24)}/try`;
  for (const place of [path, path + answer, `${path}?answer=cancel`, none]) {
    const shown = await stranger.get(place);
    expect([place, shown.status]).toEqual([place, 404]);
    expect(shown.text).not.toContain('Wallet Gate');
  }
  const { headers } = await openHttpClient(addresses.siteUrl).get(path + answer);
  expect(headers.location).toBe(`/sign-in?next=${encodeURIComponent(path + answer)}`);

  // A real request of the same app is pending in the owner's browser.
  const owner = await openSignedInClient(addresses, account);
  const asked = await fetch(`${app.url}/sign-in`, { redirect: 'manual' });
  const authorize = new URL(asked.headers.get('location') ?? '');
  const led = await owner.get(authorize.pathname + authorize.search);
  const request = new URL(led.headers.location ?? '', addresses.siteUrl).pathname;
  const id = request.replace('/connect/', '');
  const cookies = new Map(owner.cookies);

  const sent = await owner.get(`${path}${answer}&id=${id}&account=x&scopes=openid`);
  expect(sent.text).toContain('would get');
  expect(sent.headers['cache-control']).toBe('private, no-store');
  expect(sent.setCookies).toEqual([]);
  for (const wallet of [external.walletId, 'nonsense']) {
    const refused = await owner.get(`${path}?answer=share&wallet=${wallet}`);
    expect(refused.text).toContain('data-code="app.wallet_not_offered"');
    expect(refused.text).not.toContain('would get');
  }
  const real = await owner.findForm(request, 'Share and continue');
  const trial = await owner.findForm(path, 'Share and continue');
  expect([trial.action, trial.hidden]).toEqual([path, { answer: 'share' }]);
  // The real page's answer sent to the trial, and the trial's answer sent to the real page.
  const fields = { ...real.hidden, wallet: mine.walletId, id };
  await owner.submit(path, { ...real, action: path }, fields);
  const leaked = await owner.submit(
    request,
    { ...trial, action: `${request}/decide` },
    { wallet: mine.walletId },
  );
  expect(leaked.headers.location).toBe(`${request}?problem=app.request_invalid`);
  expect(await findGrant(addresses, prover, app)).toBeNull();
  expect(owner.cookies).toEqual(cookies);
  expect((await owner.get(request)).text).toContain('Share and continue');
  expect(app.tokens()).toBeNull();
  await app.stop();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a trial shows the claims, and leads back', async ({ page, member, addresses }) => {
    const prover = await openProver(addresses, member);
    const app = await startRelyingApp(addresses, { owner: prover });
    await page.goto(`/developers/${app.clientId}/try`);
    await expect(page.getByText('You have no proven wallet yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue without a wallet' }).click();
    await expect(page.getByRole('region', { name: 'Claims' })).toContainText('"wallets": []');
    await page.getByRole('link', { name: 'Back to your app' }).click();
    await expect(page.getByRole('link', { name: 'Try it' })).toBeVisible();
    await app.stop();
  });
});

test('an owner sees the real consent page and exactly what the app gets from a real one, which still asks @slow @tour', async ({
  page,
  member,
  addresses,
}) => {
  const prover = await openProver(addresses, member);
  const [first, second] = [createWalletKey(), createWalletKey()];
  for (const key of [first, second]) await proveWallet(addresses, prover, key);
  const app = await startRelyingApp(addresses, {
    owner: prover,
    scope: 'openid profile wallets offline_access',
  });
  const path = `/developers/${app.clientId}`;
  await page.goto(path);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Try it' }).click();
  const trial = await opened;
  const heading = trial.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(`Sign in to ${new URL(app.url).host}`);
  await expect(trial.getByRole('region', { name: 'Trial' })).toContainText('Nothing is shared');
  await expect(trial.getByText('Not reviewed by')).toBeVisible();
  await expect(trial.getByRole('button', { name: 'Use another account' })).toBeDisabled();
  await expect(trial.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await show(trial, 'developers-try');
  await expectNoAxeViolations(trial);
  await expectFitsPhone(trial);
  const without = trial.getByRole('button', { name: 'Continue without a wallet' });
  const lower = trial.getByRole('checkbox').nth(1);
  await expect(without).toBeVisible();
  await lower.check();
  await expect(without).toHaveCount(0);
  await lower.uncheck();
  await expect(without).toBeVisible();
  await lower.check();
  await trial.getByRole('button', { name: 'Share and continue' }).click();
  await expect(heading).toHaveText('What Wallet Gate would get');
  await show(trial, 'developers-try-claims');
  await expectNoAxeViolations(trial);
  await expectFitsPhone(trial);
  const tried = JSON.parse(await trial.locator('#claims').innerText());
  expect(tried.wallets).toHaveLength(1);
  await trial.goBack();
  await trial.getByRole('button', { name: 'Cancel' }).click();
  await expect(trial).toHaveURL(path);

  await page.goto(`${app.url}/sign-in`);
  const box = page.getByRole('checkbox');
  await expect(box.nth(1)).not.toBeChecked();
  await box.nth(1).check();
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  const agreed = await app.readClaims();
  expect(agreed).toEqual({ ...tried, sub: app.tokens()?.sub });
  await trial.goto(`${path}/try`);
  await without.click();
  await expect(trial.locator('#claims')).toContainText('"wallets": []');
  expect(await app.readClaims()).toEqual(agreed);
  await app.stop();
});
