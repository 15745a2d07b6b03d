import { callFunction, createAccount } from './fixtures/account.ts';
import { findGrant } from './fixtures/consent-page.ts';
import { type HttpClient, openHttpClient } from './fixtures/http-client.ts';
import {
  createWalletKey,
  openProver,
  proverParameters,
  proveWallet,
  publishWallet,
} from './fixtures/prove-wallet.ts';
import { listWallet, readPageId } from './fixtures/public-page.ts';
import { type RelyingApp, startRelyingApp } from './fixtures/relying-app.ts';
import { openSignedInClient } from './fixtures/signed-in-client.ts';
import { expect, test } from './fixtures/test.ts';

const over = '/connect/problem?code=app.request_expired';

/** Arrives from the app like a browser. @returns the path of the consent page. */
async function comeFrom(app: RelyingApp, visitor: HttpClient, more = ''): Promise<string> {
  const { headers } = await fetch(`${app.url}/sign-in${more}`, { redirect: 'manual' });
  const authorize = new URL(headers.get('location') ?? '');
  const asked = await visitor.get(authorize.pathname + authorize.search);
  return asked.headers.location?.replace(/^https?:\/\/[^/]+|#$/g, '') ?? '';
}

/** Presses `Share and continue` with these fields instead of the page's. */
async function share(visitor: HttpClient, path: string, fields: Record<string, string> = {}, headers = {}) {
  const form = await visitor.findForm(path, 'Share and continue');
  return visitor.submit(path, form, { answer: 'share', ...fields }, { headers });
}

test('an answer that the page did not offer shares nothing, reports why, and leaves the request open', async ({
  account,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid wallets' });
  const [prover, other] = [
    await openProver(addresses, account),
    await openProver(addresses, await createAccount(addresses)),
  ];
  const mine = await proveWallet(addresses, prover, createWalletKey());
  const theirs = await proveWallet(addresses, other, createWalletKey());
  const [myPage, theirPage] = await Promise.all(
    [
      { ...mine, prover },
      { ...theirs, prover: other },
    ].map(async ({ walletId, prover: owner }) => {
      await publishWallet(addresses, owner, walletId);
      await listWallet(addresses, owner, walletId);
      return readPageId(addresses, owner);
    }),
  );
  const visitor = await openSignedInClient(addresses, account);
  const path = await comeFrom(app, visitor);

  const page = await visitor.get(path);
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  const external = await share(visitor, path, {}, { origin: 'https://evil.example' });
  expect(external.status).toBe(403);
  const refused: [Record<string, string>, string][] = [
    [{ wallet: theirs.walletId }, 'app.wallet_not_offered'],
    [{ wallet: crypto.randomUUID() }, 'app.wallet_not_offered'],
    [{ wallet: mine.walletId, page: theirPage ?? '' }, 'app.page_not_offered'],
    [{ wallet: mine.walletId, page: 'on' }, 'app.page_not_offered'],
    [{ scopes: 'openid wallets proofs' }, 'app.request_invalid'],
    [{ scopes: 'openid' }, 'app.request_invalid'],
    [{ account: 'somebody else' }, 'app.other_account'],
    [{ answer: 'everything' }, 'app.request_invalid'],
  ];
  for (const [fields, code] of refused) {
    const { status, headers } = await share(visitor, path, fields);
    expect([fields, status, headers.location?.split('&')[0]]).toEqual([
      fields,
      303,
      `${path}?problem=${code}`,
    ]);
    const shown = await visitor.get(headers.location ?? '');
    expect(shown.text).toContain(`data-code="${code}"`);
  }
  expect(await findGrant(addresses, prover, app)).toBeNull();

  // Nothing ticks it for the user.
  const isTicked = ({ text }: { text: string }) => {
    const box = text.match(/<input[^>]*name="page"[^>]*>/)?.[0];
    expect(box).toContain(`value="${myPage}"`);
    return box?.includes('checked');
  };
  const addressed = await visitor.get(`${path}?problem=app.wallet_not_offered&picked=`);
  for (const shown of [page, addressed]) expect(isTicked(shown)).toBe(false);
  const ticked = { wallet: mine.walletId, page: myPage ?? '' };
  const answered = await share(visitor, path, ticked);
  expect([answered.status, answered.headers.location]).toEqual([200, undefined]);
  expect(answered.text).toContain('http-equiv="refresh"');
  expect(await findGrant(addresses, prover, app)).toMatchObject({ wallets: [{ id: mine.walletId }] });

  const seesPage = async () => {
    const asked = { ...proverParameters(prover), p_client_id: app.clientId, p_chain: 'solana:mainnet' };
    const described = await callFunction(addresses, 'describe_oauth_request', asked);
    return (described as { grant: { showsPage: boolean } }).grant.showsPage;
  };
  expect(await seesPage()).toBe(true);
  const [granted, again] = [`/apps/${app.clientId}/wallets`, await comeFrom(app, visitor, '?prompt=consent')];
  const outdated = await visitor.findForm(granted, 'Save selection');
  const { page: _, ...unticked } = ticked;
  // A refused answer keeps the page ticked, or unticked, as the user left it; no address can tick it.
  for (const [left, isKept] of [[ticked, true] as const, [unticked, false] as const]) {
    const { headers } = await share(visitor, again, { ...left, wallet: crypto.randomUUID() });
    expect(isTicked(await visitor.get(headers.location ?? ''))).toBe(isKept);
  }
  await share(visitor, again, unticked);
  expect(await seesPage()).toBe(false);
  const { headers } = await visitor.submit(granted, outdated, { answer: 'share', ...ticked });
  expect(headers.location).toBe('/apps?done=shared');
  expect(await seesPage()).toBe(false);
  await visitor.press(granted, 'Save selection', { answer: 'share', ...ticked });
  expect(await seesPage()).toBe(true);
  await app.stop();
});

test('only the account that opened a request can answer it: signed out or as another account, the browser is asked again', async ({
  account,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  const visitor = await openSignedInClient(addresses, account);
  const path = await comeFrom(app, visitor);
  const form = await visitor.findForm(path, 'Share and continue');

  const stranger = await openSignedInClient(addresses, await createAccount(addresses));
  const signedIn = new Map(visitor.cookies);
  for (const name of signedIn.keys()) if (name.startsWith('sb-')) visitor.cookies.delete(name);
  expect((await visitor.submit(path, form, { answer: 'share' })).headers.location).toBe(path);
  expect((await visitor.get(path)).headers.location).toContain('/sign-in?next=%2Fconnect%2F');
  for (const [name, value] of stranger.cookies) if (name.startsWith('sb-')) visitor.cookies.set(name, value);
  const swapped = await visitor.submit(path, form, { answer: 'share' });
  expect(swapped.headers.location).toContain('problem=app.other_account');
  expect((await visitor.get(path)).text).not.toContain('Share and continue');
  for (const [name, value] of signedIn) visitor.cookies.set(name, value);

  expect((await visitor.submit(path, form, { answer: 'share' })).status).toBe(200);
  for (const answer of ['share', 'cancel'])
    expect((await visitor.submit(path, form, { answer })).headers.location).toBe(over);
  await app.stop();
});

test('a double press on the way back leads to the app once, and no other answer follows a denial', async ({
  account,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  const visitor = await openSignedInClient(addresses, account);
  const path = await comeFrom(app, visitor);
  const form = await visitor.findForm(path, 'Share and continue');
  const send = (answer: string) => visitor.submit(path, form, { answer });
  const resume = path.replace('/connect/', '/oauth/authorize/');
  for (const { status, text } of [await send('cancel'), await send('cancel')]) {
    expect(status).toBe(200);
    expect(text).toContain(`url=${resume}"`);
  }
  expect((await send('share')).headers.location).toBe(over);
  const returned = await visitor.get(resume, { 'sec-fetch-mode': 'navigate' });
  expect(returned.headers.location).toContain('error=access_denied');
  expect((await send('cancel')).headers.location).toBe(over);
  await app.stop();
});

test('a prefetch, a HEAD or a router payload uses up no step of a request', async ({
  account,
  addresses,
}) => {
  const app = await startRelyingApp(addresses, { scope: 'openid email' });
  const visitor = openHttpClient(addresses.siteUrl);
  const path = await comeFrom(app, visitor);
  for (const [name, value] of (await openSignedInClient(addresses, account)).cookies)
    visitor.cookies.set(name, value);
  const ahead = [
    ['sec-fetch-mode', 'cors'],
    ['sec-purpose', 'prefetch'],
    ['rsc', '1'],
  ] as const;
  for (const [name, value] of ahead) await visitor.get(`${path}/continue`, { [name]: value });
  await visitor.send({ method: 'HEAD', path: `${path}/continue` });
  const continued = await visitor.get(`${path}/continue`, { 'sec-fetch-mode': 'navigate' });
  expect(continued.headers.location).toMatch(/^\/oauth\/authorize\//);
  await app.stop();
});
