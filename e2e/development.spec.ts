import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../scripts/project-folder.ts';
import { withoutConfiguration } from '../scripts/stack/configuration.ts';
import { findFreePort } from '../scripts/stack/ports.ts';
import { embeddedHost, startApp } from '../scripts/stack/start-app.ts';
import { appSettings } from './fixtures/app-under-test.ts';
import { waitForHydration } from './fixtures/hydration.ts';
import { openConnection } from './fixtures/raw-connection.ts';
import { expect as expectInTime, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

/** A checkout makes these itself, and no copy needs them. */
const made = /^(\.git|\.local|\.next.*|dist|test-results|tour)$/;

/** A copy of this checkout, whose files a test may change, with its packages. */
function copyCheckout(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(process.env.E2E_SCRATCH_FOLDER ?? tmpdir(), 'checkout-'));
  copyFolder(inProject(), folder, (name) => !made.test(name));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Packages are linked, since nobody changes those: there are tens of thousands of files of them. */
function copyFolder(
  from: string,
  to: string,
  isWanted = (_name: string) => true,
  copy: (source: string, target: string) => void = copyFileSync,
): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (!isWanted(entry.name)) continue;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory())
      copyFolder(source, target, undefined, entry.name === 'node_modules' ? linkOrCopy : copy);
    else copy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    // Another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(source, target);
  }
}

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
  const heading = "'Sign in'}</h1>";
  expect(source).toContain(heading);
  writeFileSync(file, source.replace(heading, "'Changed'}</h1>"));
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
