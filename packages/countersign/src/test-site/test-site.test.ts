import { createCountersign } from '../server/index.ts';
import { makeTestWallet, openTestSite } from './index.ts';

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

test('a test signs a person in, changes the wallets, ends the access and stops the site', async () => {
  const site = openTestSite();
  const app = createCountersign(site.settings);
  const statusOf = async (request: Request) => {
    const admission = await app.requireWallet(request);
    return admission.ok ? admission.member.wallets : admission.response.status;
  };
  const request = await site.signedInRequest('/members', { person: { name: 'Ada' } });
  expect(await app.requirePerson(request)).toMatchObject({ ok: true, person: { name: 'Ada' } });
  expect(await statusOf(request)).toBe(303);
  site.wallets = [makeTestWallet(), makeTestWallet({ address: 'other', primary: false })];
  expect(await statusOf(request)).toEqual(site.wallets);
  site.status = 'unreachable';
  expect(await statusOf(request)).toBe(503);
  site.status = 'ended';
  expect(await statusOf(await site.signedInRequest('/data', { method: 'POST' }))).toBe(401);
});

test("an app that reads process.env works by the site's env, and other hosts get their requests", async () => {
  const other = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('other'));
  const site = openTestSite({
    redirectUri: 'http://localhost:4000/auth/callback',
    cookie: { name: 'session' },
  });
  site.wallets = [makeTestWallet({ chain: 'solana:devnet' })];
  const { fetch } = site.settings;
  const app = createCountersign({ env: site.env, cookie: { name: 'session' }, fetch });
  const answer = await app.readWallets(await site.cookieHeader());
  expect(answer).toMatchObject({ status: 'ready', wallets: [{ chain: 'solana:devnet' }] });
  expect(other).not.toHaveBeenCalled();
  expect(await (await fetch('https://other.example/')).text()).toBe('other');
});

test('no test site opens in production, and an app of another one accepts none of its people', async () => {
  const [one, other] = [openTestSite(), openTestSite()];
  const app = createCountersign(other.settings);
  expect(await app.readPerson(await one.cookieHeader())).toBeNull();
  expect((await app.handle(await one.signedInRequest('/auth/sign-in'))).status).toBe(503);
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  expect(() => openTestSite()).toThrow(expect.objectContaining({ code: 'settings' }));
});
