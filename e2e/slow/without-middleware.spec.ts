import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { inProject } from '../../scripts/project-folder.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { createAccount } from '../fixtures/account.ts';
import { startAppOnBackend } from '../fixtures/app-on-backend.ts';
import { buildFolder } from '../fixtures/app-under-test.ts';
import { fetchTokens, packSession } from '../fixtures/session-cookies.ts';
import { readSharedAddresses } from '../fixtures/shared-addresses.ts';
import type { Addresses, RunningApp } from '../fixtures/stack.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe.configure({ mode: 'default' });

const bareBuildFolder = `${buildFolder}-without-middleware`;
let app: RunningApp;
/** The shared backend, with the bare app in front of it. */
let addresses: Addresses;

test.beforeAll(async () => {
  await rm(inProject(bareBuildFolder), { recursive: true, force: true });
  await cp(inProject(buildFolder), inProject(bareBuildFolder), {
    recursive: true,
    filter: (path) => !/[\\/](cache|dev|trace|server[\\/]middleware\.js)$/.test(path),
  });
  await takeOutMiddleware();
  addresses = readSharedAddresses();
  app = await startAppOnBackend(addresses, { buildFolder: bareBuildFolder });
  addresses = { ...addresses, siteUrl: app.siteUrl };
});

test.afterAll(async () => {
  await app?.process.stop();
  await rm(inProject(bareBuildFolder), { recursive: true, force: true });
});

async function takeOutMiddleware(): Promise<void> {
  const file = inProject(bareBuildFolder, 'server', 'functions-config-manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { functions: Record<string, unknown> };
  expect(Object.keys(manifest.functions)).toContain('/_middleware');
  delete manifest.functions['/_middleware'];
  await writeFile(file, JSON.stringify(manifest));
}

test('a page that is asked for while Auth is away says so, and fetches what it needs for that', async ({
  browser,
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
