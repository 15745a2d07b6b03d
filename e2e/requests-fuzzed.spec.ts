import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { type Account, createAccount } from './fixtures/account.ts';
import { type HostileRequest, makeHostileRequests } from './fixtures/hostile-requests.ts';
import { listPagePaths } from './fixtures/page-paths.ts';
import { createWalletKey, openProver, proveWallet } from './fixtures/prove-wallet.ts';
import { sendRaw } from './fixtures/raw-request.ts';
import { startRelyingApp } from './fixtures/relying-app.ts';
import { addAuthenticator } from './fixtures/second-factor.ts';
import { fetchTokens, packSession, writeCookieHeader } from './fixtures/session-cookies.ts';
import { openSignedInVisitor } from './fixtures/signed-in-visitor.ts';
import type { Addresses } from './fixtures/stack.ts';
import { expect, test } from './fixtures/test.ts';
import { openVisitor } from './fixtures/visitor.ts';

/** Fixed, so that nobody's day is red by luck. `FAST_CHECK_SEED=…` tries others, and `FAST_CHECK_TIMES=20` twenty times as many. */
const seed = Number(process.env.FAST_CHECK_SEED ?? 20261122);

const count = Math.ceil(2000 * Number(process.env.FAST_CHECK_TIMES ?? 1));
const atOnce = 8;

test(`${count} requests that nobody should send are answered, and none writes an error or a stack into the log @slow`, async ({
  startPrivateStack,
}) => {
  const { addresses, app } = await startPrivateStack({ app: { LOG_FORMAT: 'json' } });
  const { siteUrl } = addresses;
  const account = await createAccount(addresses);
  const signedIn = await openSignedInVisitor(addresses, account);
  const cookies = [writeCookieHeader(signedIn.cookies), ...(await stealCookies(addresses, account))];
  const failures = [
    ...(await openPages(siteUrl, cookies)),
    ...(await acknowledgeMadeUpEvents(addresses, account)),
  ];
  const waiting = makeHostileRequests({ siteUrl, cookies }, { count, seed }).values();
  const sendOneByOne = async () => {
    for (const request of waiting) {
      const answer = await sendBytes(siteUrl, request);
      if (/^HTTP\/1\.1 5/.test(answer)) failures.push(request.bytes.toString('latin1'));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOneByOne));
  expect(failures).toEqual([]);
  // Answered after all of them, so that everything they cause is written.
  expect((await openVisitor(siteUrl).get('/sign-in')).status).toBe(200);
  const lines = app.process.output().split('\n');
  expect(lines.filter((line) => /"level":"error"|"stack":|^ {4}at |Error:/.test(line))).toEqual([]);
});

/**
 * Of someone who set up an authenticator: a copy from before that, which the site checked moments ago, and one with the password
 * alone from after it. Both sessions owe the second factor.
 */
async function stealCookies(addresses: Addresses, other: Account): Promise<string[]> {
  const account = await createAccount(addresses);
  // The database looks at a session as it comes to a row.
  const wallet = createWalletKey();
  await proveWallet(addresses, await openProver(addresses, account), createWalletKey());
  await proveWallet(addresses, await openProver(addresses, account), wallet);
  await proveWallet(addresses, await openProver(addresses, other), wallet, { purpose: 'move' });
  const takeCookie = async () =>
    writeCookieHeader(packSession(await fetchTokens(addresses, account), addresses));
  const copied = await takeCookie();
  expect((await sendRaw(addresses.siteUrl, { path: '/wallets', headers: { cookie: copied } })).status).toBe(
    200,
  );
  await addAuthenticator(addresses, account);
  return [copied, await takeCookie()];
}

/** As a page, and as the router of another version might ask for it. @returns the pages that failed. */
async function openPages(siteUrl: string, cookies: string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const cookie of cookies)
    for (const page of listPagePaths())
      for (const [path, headers] of [
        [page, {}],
        [`${page}.rsc`, { 'next-router-prefetch': '2' }],
        [`${page}.rsc`, { 'next-router-state-tree': '[]' }],
      ] as const) {
        const { status } = await sendRaw(siteUrl, { path, headers: { ...headers, cookie } });
        if (status >= 500) failures.push(path);
      }
  return failures;
}

const madeUp = '00000000-0000-4000-8000-000000000000';

const acknowledgements = [
  { setErrs: { [madeUp]: { err: 'jwtAud', description: 'line\nbreak' } } },
  { setErrs: { [madeUp]: { err: '"level":"error"\n' }, 'no id': { err: '' }, constructor: { err: 'x' } } },
  { setErrs: Object.fromEntries(Array.from({ length: 300 }, () => [randomUUID(), { err: 'x' }])) },
  { setErrs: { [madeUp]: { err: 5 } } },
  { setErrs: [] },
  { setErrs: { '\0': { err: '\0' } }, ack: [madeUp, madeUp, 'no id', '\0', '\ud800'] },
  { ack: Array.from({ length: 500 }, () => randomUUID()), maxEvents: 0 },
];

/** By an app that anybody may register. @returns what the server failed at. */
async function acknowledgeMadeUpEvents(addresses: Addresses, account: Account): Promise<string[]> {
  const app = await startRelyingApp(addresses, { owner: await openProver(addresses, account) });
  const authorization = `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}`;
  const answers = acknowledgements.map(async (said) => {
    const body = Buffer.from(JSON.stringify({ returnImmediately: true, ...said }));
    const request = { method: 'POST', path: '/api/v1/events/poll', headers: { authorization }, body };
    const { status } = await sendRaw(addresses.siteUrl, request);
    return [200, 400].includes(status) ? [] : `${status} to ${body}`;
  });
  const failures = (await Promise.all(answers)).flat();
  await app.stop();
  return failures;
}

/** @returns what came back, once the connection is closed by either side. */
async function sendBytes(siteUrl: string, { bytes, leaves }: HostileRequest): Promise<string> {
  const socket = connect(Number(new URL(siteUrl).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece;
  });
  // One that the server cuts may say so on this side too; `close` follows.
  const cut: Error[] = [];
  socket.on('error', (error) => cut.push(error));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (leaves === 'never') socket.write(bytes);
  else if (leaves === 'half closed') socket.end(bytes);
  else {
    const sent = leaves === 'half way' ? bytes.subarray(0, bytes.length / 2) : bytes;
    socket.write(sent, () => socket.destroy());
  }
  await closed;
  return received;
}
