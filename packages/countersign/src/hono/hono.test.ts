import { Hono } from 'hono';
import { openVisit, person, type SiteBody, wallet } from '../testing/visit.ts';
import { type CountersignEnv, createCountersign } from './index.ts';

async function open(status: number, body: SiteBody) {
  const { settings, cookieHeader } = await openVisit(status, body);
  const { handler, requirePerson, requireWallet, readPerson } = createCountersign(settings);
  const app = new Hono<CountersignEnv>();
  app.all('/auth/*', handler);
  app.get('/me', async (context) => context.json(await readPerson(context)));
  app.all('/members', requireWallet({ walletChain: 'solana:mainnet' }), (context) =>
    context.json(context.get('member')),
  );
  app.get('/person', requirePerson(), (context) => context.json(context.get('person')));
  app.get('/vault', requirePerson({ acr: 'urn:countersign:2fa' }), (context) => context.text('in'));
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(`https://app.example${path}`, {
      method,
      headers: { cookie: cookieHeader, 'sec-fetch-mode': 'navigate', ...headers },
    });
}

test("a member is admitted, and the response isn't cached", async () => {
  const visit = await open(200, { sub: 'one', wallets: [wallet] });
  const answer = await visit('/members');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.json()).toMatchObject({ person: { sub: 'one' }, wallets: [wallet] });
  expect(await (await visit('/me')).json()).toMatchObject({ sub: 'one' });
});

test('requirePerson admits a signed-in person without the site, and redirects other people', async () => {
  const visit = await open(503, {});
  const answer = await visit('/person');
  expect([answer.headers.get('cache-control'), await answer.json()]).toEqual(['private, no-store', person]);
  const toStepUp = '/auth/sign-in?returnTo=%2Fvault&acr_values=urn%3Acountersign%3A2fa';
  expect((await visit('/vault')).headers.get('location')).toBe(`https://app.example${toStepUp}`);
});

test('a page redirects to the site and returns to itself, and a script is refused', async () => {
  const visit = await open(200, { sub: 'one', wallets: [{ ...wallet, chain: 'solana:devnet' }] });
  expect((await visit('/members?page=2')).headers.get('location')).toBe(
    'https://app.example/auth/sign-in?returnTo=%2Fmembers%3Fpage%3D2&wallet_chain=solana%3Amainnet&wallet=any',
  );
  const refused = await visit('/members', { 'sec-fetch-mode': 'cors' });
  expect([refused.status, await refused.json()]).toEqual([403, { status: 'no_wallet' }]);
  expect((await visit('/members', { cookie: '' }, 'POST')).status).toBe(401);
});

test('the handler serves the wallets only to pages of the app', async () => {
  const visit = await open(200, { sub: 'one', wallets: [wallet] });
  expect((await visit('/auth/wallets', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  const listed = await visit('/auth/wallets', { 'sec-fetch-site': 'same-origin' });
  expect(await listed.json()).toMatchObject({ status: 'ready', wallets: [wallet] });
});

test('refuses to require a new wallet', async () => {
  const { settings, cookieHeader } = await openVisit(200, { sub: 'one', wallets: [wallet] });
  const { requireWallet } = createCountersign(settings);
  const app = new Hono<CountersignEnv>().get('/', requireWallet({ wallet: 'new' }), (context) =>
    context.text('in'),
  );
  app.onError((error, context) => context.json({ code: (error as { code?: string }).code }, 500));
  const answer = await app.request('https://app.example/', { headers: { cookie: cookieHeader } });
  expect(await answer.json()).toEqual({ code: 'settings' });
});
