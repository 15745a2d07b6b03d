import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Account } from '../../e2e/fixtures/account.ts';
import { createWalletKey, openProver, proveWallet } from '../../e2e/fixtures/prove-wallet.ts';
import type { Addresses } from '../../e2e/fixtures/stack.ts';
import { expect, test } from '../../e2e/fixtures/test.ts';
import { makeClientSecret } from '../../lib/apps/client-secret.ts';
import { registerExample } from '../../scripts/example/register-example.ts';
import { startExample } from '../../scripts/example/start-example.ts';
import { startProcess } from '../../scripts/process/start-process.ts';
import { callDatabase } from '../../scripts/project/call-database.ts';
import type { Project } from '../../scripts/project/choose-project.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { waitForLine } from '../../scripts/stack/wait-for-line.ts';
import { openAppBrowser, readLocation } from './app-browser.ts';
import { openPerson } from './person.ts';

const folder = import.meta.dirname;

test('openid-client: the app is told who signed in, and their wallets', async ({ addresses, account }) => {
  const { person, wallet } = await openOwner(addresses, account);
  await withRecipe(addresses, 'openid-client.mjs', '/callback', async (url) => {
    const visit = openAppBrowser();
    const back = await person.walk(readLocation(await visit(url)));
    const told = await (await visit(back)).json();
    expect(told).toMatchObject({ wallets: [{ address: wallet, primary: true }] });
    expect(told.sub).not.toBe('');
    // The code is used up, and so is this browser's visit.
    expect((await visit(back)).status).toBe(400);
  });
});

test('better-auth: an app of its own session asks for the wallets of now', async ({ addresses, account }) => {
  const { person, wallet } = await openOwner(addresses, account);
  await withRecipe(addresses, 'better-auth.mjs', '/api/auth/callback/countersign', async (url) => {
    const visit = openAppBrowser();
    const back = await person.walk(readLocation(await visit(url)));
    const home = readLocation(await visit(back));
    const told = await (await visit(new URL(home, url).href)).json();
    expect(told).toMatchObject({ wallets: [{ address: wallet }] });
  });
});

test('curl: a shell asks for the wallets of whoever pastes their answer', async ({ addresses, account }) => {
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
    if (address && !shell.stdin.writableEnded) shell.stdin.end(`${await person.walk(address)}\n`);
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

test('Auth.js, in the example: the gate opens to a proven wallet, shuts once it is taken back, and is left', async ({
  page,
  addresses,
  account,
}) => {
  const prover = await openProver(addresses, account);
  const { address } = await proveNew(addresses, prover);
  const { exampleUrl, process } = await startExample(projectOf(addresses), await findFreePort());
  try {
    await page.goto(`${exampleUrl}/members`);
    await page.getByRole('button', { name: 'Sign in with Countersign' }).click();
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Share and continue' }).click();
    await expect(page.getByText(address)).toBeVisible();
    await expect(page.getByText('You are in')).toBeVisible();

    const [grant] = (await callDatabase(projectOf(addresses), 'list_oauth_grants', {
      p_user_id: prover.userId,
      p_session_id: prover.sessionId,
    })) as { id: string }[];
    await callDatabase(projectOf(addresses), 'end_oauth_grant', {
      p_user_id: prover.userId,
      p_session_id: prover.sessionId,
      p_grant_id: grant?.id,
      p_device: 'Firefox on Linux',
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This site no longer sees your wallets' })).toBeVisible();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await expect(page).toHaveURL(`${exampleUrl}/`);
    await expect(page.getByRole('button', { name: 'Sign in with Countersign' })).toBeVisible();
  } finally {
    await process.stop();
  }
});

test('npm run example registers itself once, with a new secret each time', async ({ addresses }) => {
  const start = () => registerExample(projectOf(addresses), 'http://localhost:3199');
  const [first, second] = [await start(), await start()];
  expect(second.clientId).toBe(first.clientId);
  expect(second.clientSecret).not.toBe(first.clientSecret);
});

/** Somebody with one proven wallet, who is signed in nowhere yet. */
async function openOwner(addresses: Addresses, account: Account) {
  const { address } = await proveNew(addresses, await openProver(addresses, account));
  return { person: openPerson(addresses.siteUrl, account), wallet: address };
}

async function proveNew(addresses: Addresses, prover: Awaited<ReturnType<typeof openProver>>) {
  const key = createWalletKey();
  await proveWallet(addresses, prover, key);
  return key;
}

function projectOf({ supabaseUrl, secretKey, siteUrl }: Addresses): Project {
  return { supabaseUrl, secretKey, publishableKey: null, databaseUrl: null, siteUrl, isEmbedded: true };
}

async function register(addresses: Addresses, name: string, redirectUri: string) {
  const { secret, hash } = makeClientSecret();
  const clientId = await callDatabase(projectOf(addresses), 'add_oauth_client', {
    p_client: { name, redirect_uris: [redirectUri], post_logout_redirect_uris: [], is_confidential: true },
    p_secret_hash: hash,
  });
  return { clientId: String(clientId), secret };
}

/** Does `work` with the program of a recipe, registered with the site. What the program said is told where that fails. */
async function withRecipe(
  addresses: Addresses,
  file: string,
  callbackPath: string,
  work: (url: string) => Promise<void>,
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
      BETTER_AUTH_SECRET: randomBytes(32).toString('hex'),
      PORT: String(port),
    },
  });
  try {
    await waitForLine(recipe, 'Ready on');
    await work(url);
  } catch (error) {
    throw new Error(`${file} said:\n${recipe.output()}`, { cause: error });
  } finally {
    await recipe.stop();
  }
}
