import { createHash, randomBytes } from 'node:crypto';
import { enterPassword } from './fixtures/account.ts';
import { startAppOnBackend } from './fixtures/app-on-backend.ts';
import { confirmInDialog } from './fixtures/confirm-in-dialog.ts';
import { holdCalls } from './fixtures/hold-calls.ts';
import { leaveOutOutside } from './fixtures/leave-out.ts';
import { letAppIn } from './fixtures/let-app-in.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { type RelyingApp, startRelyingApp } from './fixtures/relying-app.ts';
import { openSignedInVisitor } from './fixtures/signed-in-visitor.ts';
import { expect, test } from './fixtures/test.ts';
import { startTwoProcesses } from './fixtures/two-processes.ts';
import type { Visitor } from './fixtures/visitor.ts';

test('an app is signed in to, refreshed and ended by two processes, each of which goes on where the other stopped @slow', async ({
  page,
  account,
  addresses,
}) => {
  leaveOutOutside('starts two more processes of the app on the backend');
  const site = await startTwoProcesses(addresses);
  const siteUrl = site.url;
  const app = await startRelyingApp({ ...addresses, siteUrl }, { scope: 'openid wallets offline_access' });
  const prover = await openProver(addresses, account);
  for (const key of [createWalletKey(), createWalletKey()]) await proveWallet(addresses, prover, key);

  await page.goto(`${app.url}/sign-in`);
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fconnect%2F/);
  await enterPassword(page, account);
  const boxes = page.getByRole('list', { name: 'Your proven wallets' }).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  await page.getByRole('button', { name: 'Share and continue' }).click();
  await expect(page.locator('#claims')).toBeVisible();
  const before = app.given();
  expect((await app.readClaims()).wallets).toHaveLength(1);
  await app.refresh();
  expect(app.given()?.refreshToken).not.toBe(before?.refreshToken);
  expect((await app.readClaims()).sub).toBe(before?.sub);

  await page.goto(`${siteUrl}/apps`);
  await confirmInDialog(page, /^End access of/);
  await expect(page.getByText('No apps connected.')).toBeVisible();
  await expect(app.readClaims()).rejects.toMatchObject({ status: 401 });
  await expect(app.refresh()).rejects.toMatchObject({ error: 'invalid_grant' });

  const took = (path: RegExp) => site.passed.filter((one) => path.test(one.path));
  expect(took(/^\/oauth\/token$/).map(({ process }) => process)).toEqual([1, 0, 1]);
  // A step answers once: the page's scripts, which signed in and were led on, have asked for none.
  expect(took(/\/continue$|^\/oauth\/authorize\//).map(({ isOpened }) => isOpened)).toEqual([
    true,
    true,
    true,
  ]);
  await app.stop();
  await site.stop();
});

const verifier = randomBytes(32).toString('base64url');

/** A code as a browser brings it to the app, of someone who agreed before. */
async function takeCode({ url, clientId }: RelyingApp, visitor: Visitor): Promise<string> {
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: `${url}/callback`,
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const { headers } = await visitor.get(`/oauth/authorize?${parameters}`, { 'sec-fetch-mode': 'navigate' });
  return new URL(headers.location ?? '', url).searchParams.get('code') ?? '';
}

/** @returns what a process answers for a code; null where it ended before it did */
async function redeem(siteUrl: string, { url, clientId, secret }: RelyingApp, code: string) {
  const answer = await fetch(`${siteUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${url}/callback`,
      code_verifier: verifier,
    }),
  }).catch(() => null);
  return answer && { status: answer.status, body: (await answer.json()) as { error?: string } };
}

test('a process that is killed between codes and their tokens gives no code away twice: each works elsewhere, or is over @slow', async ({
  account,
  addresses,
}) => {
  leaveOutOutside('kills a process of the app on the backend');
  const calls = await holdCalls(addresses.supabaseUrl);
  const doomed = await startAppOnBackend(
    { ...addresses, supabaseUrl: calls.url },
    {
      variables: {
        SITE_URL: addresses.siteUrl,
        SUPABASE_JWT_ISSUER: `${addresses.supabaseUrl}/auth/v1`,
        // Nobody gives up while calls are held, however long that takes here.
        LOCAL_BACKEND_TIMEOUT: '600',
      },
    },
  );
  const app = await startRelyingApp(addresses);
  await letAppIn(addresses, await openProver(addresses, account), app.clientId, { scopes: ['openid'] });
  const visitor = await openSignedInVisitor(addresses, account);
  const codes: string[] = [];
  while (codes.length < 12) codes.push(await takeCode(app, visitor));

  const commit = '/rest/v1/rpc/commit_oauth_request';
  const [used, unused] = [codes.slice(0, 6), codes.slice(6)];
  calls.hold(commit, 'answers');
  const sent = used.map((code) => redeem(doomed.siteUrl, app, code));
  await calls.heldAtLeast(used.length);
  calls.hold(commit, 'calls');
  sent.push(...unused.map((code) => redeem(doomed.siteUrl, app, code)));
  await calls.heldAtLeast(codes.length);
  doomed.process.signal('SIGKILL');
  expect(await Promise.all(sent)).toEqual(codes.map(() => null));

  for (const code of used)
    expect((await redeem(addresses.siteUrl, app, code))?.body.error).toBe('invalid_grant');
  for (const code of unused) {
    expect((await redeem(addresses.siteUrl, app, code))?.status).toBe(200);
    expect((await redeem(addresses.siteUrl, app, code))?.body.error).toBe('invalid_grant');
  }
  await calls.stop();
  await app.stop();
});
