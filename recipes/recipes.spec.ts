import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openProver } from '../e2e/fixtures/prove-wallet.ts';
import type { Addresses } from '../e2e/fixtures/stack.ts';
import { expect, test } from '../e2e/fixtures/test.ts';
import { startProcess } from '../scripts/process/start-process.ts';
import { inProject } from '../scripts/project-folder.ts';
import { findFreePort } from '../scripts/stack/ports.ts';
import { waitForLine } from '../scripts/stack/wait-for-line.ts';
import { openAppBrowser, readLocation } from './app-browser.ts';
import { openOwner, proveNew, register, revokeAccess } from './owner.ts';
import { servePages } from './serve-pages.ts';

const folder = import.meta.dirname;

test('openid-client: the app receives the user and their wallets', async ({ addresses, account }) => {
  const { person, wallet } = await openOwner(addresses, account);
  await withRecipe(addresses, 'openid-client.mjs', '/callback', async (url) => {
    const visit = openAppBrowser();
    const back = await person.signInAndConsent(readLocation(await visit(url)));
    const told = await (await visit(back)).json();
    expect(told).toMatchObject({ wallets: [{ address: wallet, primary: true }] });
    expect(told.sub).not.toBe('');
    // The code and this browser's sign-in are used up.
    expect((await visit(back)).status).toBe(400);
  });
});

test('openid-client: a request for an icon starts no sign-in', async ({ addresses }) => {
  await withRecipe(addresses, 'openid-client.mjs', '/callback', async (url) => {
    const icon = await openAppBrowser()(`${url}/favicon.ico`);
    expect([icon.status, icon.headers.getSetCookie()]).toEqual([404, []]);
  });
});

test("openid-client: the printed token reads the current wallets, and so do the printed subject and the app's secret", async ({
  addresses,
  account,
}) => {
  const { person, wallet } = await openOwner(addresses, account);
  await withRecipe(
    addresses,
    'openid-client.mjs',
    '/back/home',
    async (url, { output, clientId, secret }) => {
      const visit = openAppBrowser();
      await visit(await person.signInAndConsent(readLocation(await visit(url))));
      const [, token, sub] = /^export ACCESS_TOKEN=(\S+) SUB=(\S+)$/m.exec(output()) ?? [];
      const ask = async (path: string, authorization: string) =>
        (await fetch(addresses.siteUrl + path, { headers: { authorization } })).json();
      const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
      const wallets = [expect.objectContaining({ address: wallet })];
      expect(await ask('/api/v1/wallets', `Bearer ${token}`)).toMatchObject({ sub, wallets });
      expect(await ask(`/api/v1/accounts/${sub}/wallets`, basic)).toMatchObject({ wallets });
    },
  );
});

test('openid-client: an unreachable site is reported in one line', async () => {
  const nobody = `http://localhost:${await findFreePort()}`;
  const program = spawn(process.execPath, [join(folder, 'openid-client.mjs')], {
    env: { ...process.env, ISSUER: nobody, CLIENT_ID: 'app_1', CLIENT_SECRET: 'cs_1' },
  });
  expect(await text(program.stderr)).toBe(`No site answers as ISSUER ${nobody}: ECONNREFUSED\n`);
});

test('in the browser: a page without a secret receives the user', async ({ page, addresses, account }) => {
  const { address } = await proveNew(addresses, await openProver(addresses, account));
  await servePages(async (url, fillIn) => {
    const { clientId } = await register(addresses, 'A page', `${url}/`, { isPublic: true });
    fillIn({ 'http://localhost:3000': addresses.siteUrl, 'app_…': clientId });
    await page.goto(url);
    await page.getByRole('button', { name: 'Sign in with Countersign' }).click();
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Share and continue' }).click();
    await expect(page.getByText(address)).toBeVisible();
    await expect(page).toHaveURL(`${url}/`);
    // A reload signs the user out. At https, the site then consents by itself; on localhost it asks, because any program may use the port.
    await page.reload();
    await page.getByRole('button', { name: 'Sign in with Countersign' }).click();
    await page.getByRole('button', { name: 'Share and continue' }).click();
    await expect(page).toHaveURL(`${url}/`);
    await expect(page.getByText(address)).toBeVisible();
  });
});

for (const [what, program] of [
  ['better-auth', 'better-auth.mjs'],
  ['better-auth with the provider of the package', 'testing/better-auth-with-package.mjs'],
] as const)
  test(`${what}: an app with its own session reads the current wallets`, async ({ addresses, account }) => {
    const { person, wallet } = await openOwner(addresses, account);
    await withRecipe(addresses, program, '/api/auth/callback/countersign', async (url) => {
      const visit = openAppBrowser();
      const back = await person.signInAndConsent(readLocation(await visit(url)));
      // Another browser can't use the code.
      expect(readLocation(await openAppBrowser()(back))).toContain('error=');
      const home = readLocation(await visit(back));
      const told = await (await visit(new URL(home, url).href)).json();
      expect(told).toMatchObject({ wallets: [{ address: wallet }] });
    });
  });

test('curl: a shell reads the wallets of the user whose callback URL is pasted', async ({
  addresses,
  account,
}) => {
  const { person, wallet } = await openOwner(addresses, account);
  const redirectUri = 'http://localhost:4000/callback';
  const { clientId, secret } = await register(addresses, 'A shell', redirectUri);
  const shell = spawn('sh', [join(folder, 'curl.sh')], {
    env: {
      ...process.env,
      ISSUER: addresses.siteUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: secret,
      REDIRECT_URI: redirectUri,
    },
  });
  const errors = text(shell.stderr);
  let said = '';
  shell.stdout.setEncoding('utf8');
  for await (const piece of shell.stdout) {
    said += piece;
    const [address] = /http\S+\/oauth\/authorize\S+(?=\n)/.exec(said) ?? [];
    if (address && !shell.stdin.writableEnded) shell.stdin.end(`${await person.signInAndConsent(address)}\n`);
  }
  expect(await errors).toBe('');
  const [userinfo, live] = said
    .trim()
    .split('\n')
    .slice(-2)
    .map((line) => JSON.parse(line));
  expect(userinfo).toMatchObject({ wallets: [{ address: wallet }] });
  expect(live).toMatchObject({ wallets: [{ address: wallet }] });
});

test.describe('FastAPI and Authlib', () => {
  test('a page shows the current wallets, and none once access is revoked', async ({
    addresses,
    account,
  }) => {
    const { prover, person, wallet } = await openOwner(addresses, account);
    await withFastApi(addresses, async (url) => {
      const visit = openAppBrowser();
      const back = await person.signInAndConsent(readLocation(await visit(`${url}/sign-in`)));
      expect(readLocation(await visit(back))).toBe('/');
      expect(await (await visit(url)).text()).toContain(wallet);
      const another = await proveNew(addresses, prover);
      expect(await (await visit(url)).text()).not.toContain(another.address);
      await revokeAccess(addresses, prover);
      const ended = await visit(url);
      expect([ended.status, await ended.text()]).toEqual([403, 'This app sees no wallet of yours.']);
    });
  });

  test('a callback works once, and only in the browser that started the sign-in', async ({
    addresses,
    account,
  }) => {
    const { person } = await openOwner(addresses, account);
    await withFastApi(addresses, async (url) => {
      const visit = openAppBrowser();
      const back = await person.signInAndConsent(readLocation(await visit(`${url}/sign-in`)));
      expect((await openAppBrowser()(back)).status).toBe(400);
      expect((await visit(back)).status).toBe(307);
      expect((await visit(back)).status).toBe(400);
    });
  });
});

/** Runs `work` with the FastAPI example, registered with the site. If it fails, the error includes the example's output. */
async function withFastApi(addresses: Addresses, work: (url: string) => Promise<void>): Promise<void> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const { clientId, secret } = await register(addresses, 'FastAPI', `${url}/callback`);
  const example = inProject('examples/fastapi');
  const server = spawn(join(example, '.venv/bin/uvicorn'), ['main:app', '--port', String(port)], {
    cwd: example,
    env: {
      ...process.env,
      ISSUER: addresses.siteUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: secret,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      APP_URL: url,
    },
  });
  const ended = once(server, 'exit');
  let said = '';
  try {
    await new Promise<void>((resolve, reject) => {
      server.on('error', reject);
      server.on('exit', () => reject(new Error('It ended.')));
      server.stderr.on('data', (piece) => {
        said += piece;
        if (said.includes('Uvicorn running on')) resolve();
      });
    });
    await work(url);
  } catch (error) {
    throw new Error(`FastAPI said:\n${said}`, { cause: error });
  } finally {
    server.kill();
    await ended;
  }
}

/** Runs `work` with a recipe's program, registered with the site. If it fails, the error includes the program's output. */
async function withRecipe(
  addresses: Addresses,
  file: string,
  callbackPath: string,
  work: (url: string, app: { output: () => string; clientId: string; secret: string }) => Promise<void>,
): Promise<void> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const { clientId, secret } = await register(addresses, 'A recipe', url + callbackPath);
  const recipe = startProcess({
    name: file,
    nodeArguments: [join(folder, file)],
    environment: {
      PATH: process.env.PATH,
      ISSUER: addresses.siteUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: secret,
      REDIRECT_URI: url + callbackPath,
      BETTER_AUTH_URL: url,
      BETTER_AUTH_SECRET: randomBytes(32).toString('hex'),
    },
  });
  try {
    await waitForLine(recipe, 'Ready on');
    await work(url, { output: recipe.output, clientId, secret });
  } catch (error) {
    throw new Error(`${file} said:\n${recipe.output()}`, { cause: error });
  } finally {
    await recipe.stop();
  }
}
