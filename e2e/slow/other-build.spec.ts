import { enterPassword } from '../fixtures/account.ts';
import { startAppOnBackend } from '../fixtures/app-on-backend.ts';
import { waitForHydration } from '../fixtures/hydration.ts';
import { leaveOutOutside } from '../fixtures/leave-out.ts';
import { openSetting } from '../fixtures/open-setting.ts';
import { makeOtherBuild } from '../fixtures/other-build.ts';
import { startRoundRobin } from '../fixtures/round-robin.ts';
import type { Addresses } from '../fixtures/stack.ts';
import { expect, test } from '../fixtures/test.ts';

/** One address, first led to a process of this build, then to one of another build. */
async function startRollout(addresses: Addresses) {
  const balancer = await startRoundRobin();
  const variables = { SITE_URL: balancer.url };
  const other = makeOtherBuild(`other-${new URL(balancer.url).port}`);
  const before = await startAppOnBackend(addresses, { variables });
  const after = await startAppOnBackend(addresses, { variables, buildFolder: other.folder });
  balancer.leadTo([before.siteUrl]);
  return {
    url: balancer.url,
    rollOut: () => balancer.leadTo([after.siteUrl]),
    rollBack: () => balancer.leadTo([before.siteUrl]),
    stop: async () => {
      await balancer.stop();
      for (const { process } of [before, after]) await process.stop();
      other.remove();
    },
  };
}

test('a form whose page another build made keeps what was typed and goes on, with and without scripts', async ({
  page,
  browser,
  account,
  addresses,
}) => {
  leaveOutOutside('starts two more processes of the app on the backend');
  const site = await startRollout(addresses);
  const outdated = 'This page was out of date.';

  const plain = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const withoutScripts = await plain.newPage();
  const pages = [page, withoutScripts];
  for (const one of pages) {
    await one.goto(`${site.url}/sign-up`);
    if (one === page) await waitForHydration(one);
    await one.getByLabel('Email').fill(`new-${crypto.randomUUID()}@example.com`);
    await one.getByLabel('Password').fill('correct horse battery');
  }
  site.rollOut();
  for (const one of pages) {
    const typed = await one.getByLabel('Email').inputValue();
    await one.getByRole('button', { name: 'Create account' }).click();
    await expect(one.getByText(outdated)).toBeVisible();
    await expect(one.getByLabel('Email')).toHaveValue(typed);
    await expect(one.getByLabel('Password')).toHaveValue('');
    await one.getByLabel('Password').fill('correct horse battery');
    await one.getByRole('button', { name: 'Create account' }).click();
    await expect(one.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  }
  await plain.close();

  // A page that scripts drew, whose forms have nothing in them for a browser without scripts.
  await page.goto(`${site.url}/sign-in`);
  await enterPassword(page, account);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await openSetting(page, 'the name');
  await page.getByLabel('Display name').fill('José Núñez');
  site.rollBack();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText(outdated)).toBeVisible();
  await expect(page.getByLabel('Display name')).toHaveValue('José Núñez');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('main').getByText('José Núñez')).toBeVisible();
  await site.stop();
});
