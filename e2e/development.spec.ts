import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutConfiguration } from '../scripts/stack/configuration.ts';
import { findFreePort } from '../scripts/stack/ports.ts';
import { embeddedHost, startApp } from '../scripts/stack/start-app.ts';
import { appSettings } from './fixtures/app-under-test.ts';
import { copyCheckout } from './fixtures/copy-checkout.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { openConnection } from './fixtures/raw-connection.ts';
import { expect as expectInTime, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

/** Of Next.js's development server: the first attaches a debugger to it, which runs any code. */
const ofNext = [
  '/__nextjs_attach-nodejs-inspector',
  '/__nextjs_server_status',
  '/__nextjs_source-map',
  '/_next/mcp',
];

// The server compiles at each step, for as long as the machine needs: only the test's own limit ends it.
test.use({ navigationTimeout: 0, actionTimeout: 0 });

const expect = expectInTime.configure({ timeout: 0 });

test('the development server shows a changed file at once, and gives a foreign host nothing @slow', async ({
  page,
  addresses,
}) => {
  const { folder, remove } = copyCheckout();
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const app = await startApp({
    mode: 'dev',
    port,
    host: embeddedHost,
    buildFolder: '.next',
    folder,
    environment: {
      ...withoutConfiguration(process.env),
      SUPABASE_URL: addresses.supabaseUrl,
      SUPABASE_PUBLISHABLE_KEY: addresses.publishableKey,
      SUPABASE_SECRET_KEY: addresses.secretKey,
      MAILBOX_URL: addresses.mailboxUrl,
      ...appSettings,
      SITE_URL: siteUrl,
    },
  });
  await page.goto(`${siteUrl}/sign-in`);
  await waitForHydration(page);
  await page.getByLabel('Email').fill('typed@example.com');
  const file = join(folder, 'app/(signed-out)/sign-in/page.tsx');
  const source = readFileSync(file, 'utf8');
  expect(source).toContain('<h1>Sign in</h1>');
  writeFileSync(file, source.replace('<h1>Sign in</h1>', '<h1>Changed</h1>'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changed');
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com');
  const rules = join(folder, 'app/style/rules.pcss');
  writeFileSync(rules, `${readFileSync(rules, 'utf8')}\nh1 { font-style: italic }\n`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-style', 'italic');
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com');

  const foreign = `evil.example:${port}`;
  const visitor = openVisitor(siteUrl);
  for (const path of ['/sign-in', '/_next/static/chunks/x.js', ...ofNext]) {
    const { status, text } = await visitor.get(path, { host: foreign, 'sec-fetch-site': 'same-origin' });
    expect([path, status]).toEqual([path, 403]);
    expect(text).not.toMatch(/ws[=:]|<html/);
  }
  expect((await visitor.get('/__nextjs_server_status')).status).toBe(200);
  const socket = openConnection(siteUrl);
  await socket.send(
    `GET /_next/webpack-hmr HTTP/1.1\r\nHost: ${foreign}\r\nOrigin: http://${foreign}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  expect(await socket.ended()).toMatch(/^HTTP\/1\.1 403 /);
  await app.stop();
  remove();
});
