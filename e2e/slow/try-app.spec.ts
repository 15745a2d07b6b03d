import { expectNoAxeViolations } from '../fixtures/axe.ts';
import { beginRequest } from '../fixtures/let-app-in.ts';
import { expectFitsPhone } from '../fixtures/phone-width.ts';
import { createWalletKey, openProver, proveWallet } from '../fixtures/prove-wallet.ts';
import { startRelyingApp } from '../fixtures/relying-app.ts';
import { expect, test } from '../fixtures/test.ts';

test('an owner meets the real consent page, and sees to the letter what the app gets after a real one, which still asks', async ({
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
  await page.goto('/activity');
  const events = page.getByRole('main').getByRole('listitem');
  const before = await events.count();
  expect(before).toBeGreaterThan(3);

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
  await expectNoAxeViolations(trial);
  await expectFitsPhone(trial);
  await trial.getByRole('checkbox').nth(1).check();
  await trial.getByRole('button', { name: 'Share and continue' }).click();
  await expect(heading).toHaveText('What Wallet Gate would get');
  await expectNoAxeViolations(trial);
  await expectFitsPhone(trial);
  const tried = JSON.parse(await trial.locator('#claims').innerText());
  expect(tried.wallets).toHaveLength(1);
  await trial.goBack();
  await trial.getByRole('button', { name: 'Cancel' }).click();
  await expect(trial).toHaveURL(path);

  expect(app.given()).toBeNull();
  expect(await beginRequest(addresses, prover, app.clientId)).toMatchObject({ grant: null, sub: null });
  await page.goto('/activity');
  await expect(events).toHaveCount(before);
  await page.goto('/apps');
  await expect(page.getByText('Wallet Gate')).toHaveCount(0);

  await page.goto(`${app.url}/sign-in`);
  const box = page.getByRole('checkbox');
  await expect(box.nth(1)).not.toBeChecked();
  await box.nth(1).check();
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  expect(await app.readClaims()).toEqual({ ...tried, sub: app.given()?.sub });

  // A later trial asks again, and its answer changes nothing that was agreed to.
  await page.goto(`${path}/try`);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toContainText('"wallets": []');
  await expect(page.locator('#claims')).toContainText(`"sub": "${app.given()?.sub}"`);
  expect(await app.readClaims()).toEqual({ ...tried, sub: app.given()?.sub });
  await app.stop();
});
