import { findFreePort } from '../../scripts/stack/ports.ts';
import { createAccount } from '../fixtures/account.ts';
import { startAppOnBackend } from '../fixtures/app-on-backend.ts';
import { fetchTokens, packSession } from '../fixtures/session-cookies.ts';
import { expect, test } from '../fixtures/test.ts';
import { bareBuildFolder, makeBareBuild, removeBareBuild } from '../fixtures/without-middleware.ts';

test.describe.configure({ mode: 'default' });

test.beforeAll(makeBareBuild);
test.afterAll(removeBareBuild);

test('a page that is asked for while Auth is away says so, and fetches what it needs for that', async ({
  browser,
  addresses,
}) => {
  const away = `http://127.0.0.1:${await findFreePort()}`;
  const lost = await startAppOnBackend(addresses, {
    buildFolder: bareBuildFolder,
    variables: { SUPABASE_URL: away },
  });
  const context = await browser.newContext({ baseURL: lost.siteUrl });
  const held = packSession(await fetchTokens(addresses, await createAccount(addresses)), addresses);
  await context.addCookies([...held].map(([name, value]) => ({ name, value, url: lost.siteUrl })));
  const page = await context.newPage();
  await page.goto('/wallets');
  await expect(page.getByRole('heading', { level: 1, name: 'One moment' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: "isn't answering" })).toBeVisible();
  await context.close();
  await lost.process.stop();
});
