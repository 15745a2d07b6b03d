import { address, openVisit, person, type SiteBody, wallet } from '../testing/visit.ts';
import { CountersignError, createCountersign, type Wallet } from './index.ts';

let cookieHeader = '';
/** Whether to act like Next.js rendering a page, where no cookie can be set. */
let isPage = true;
const set = new Map<string, string>();
jest.mock('next/headers', () => ({
  cookies: async () => ({
    getAll: () =>
      cookieHeader ? [{ name: cookieHeader.split('=')[0], value: cookieHeader.split('=')[1] }] : [],
    set: (name: string, value: string) => {
      if (isPage) throw new Error('Cookies can only be modified in a Server Action or Route Handler.');
      set.set(name, value);
    },
  }),
}));
jest.mock('next/navigation', () => ({
  redirect: (path: string) => {
    throw new Error(`redirected to ${path}`);
  },
}));

/** The app, called with the cookie of a signed-in person. */
async function visit(status: number, body: SiteBody, { endsIn = 600_000 } = {}) {
  const opened = await openVisit(status, body, { endsIn });
  ({ cookieHeader } = opened);
  return { ...createCountersign(opened.settings), asked: opened.asked };
}

const has = (...wallets: Wallet[]) => visit(200, { sub: person.sub, wallets });

beforeEach(() => {
  isPage = true;
  set.clear();
});

test('a page receives the person and the wallets that meet its requirement', async () => {
  const { requireWallet, readPerson } = await has(wallet, { ...wallet, address: 'other', primary: false });
  expect(
    await requireWallet({
      returnTo: '/members',
      wallet: address,
      walletChain: 'solana:mainnet',
      walletMaxAge: 7200,
    }),
  ).toEqual({
    person,
    wallets: [wallet],
  });
  expect(await readPerson()).toEqual(person);
});

test.each([
  ['none', [], {}, 'https://app.example/auth/sign-in?returnTo=%2Fmembers&wallet=any'],
  // Without `wallet`, the site would send the same person back, and the browser would redirect until it gives up.
  [
    'none, and a requirement from a setting that is missing',
    [],
    { wallet: undefined },
    'https://app.example/auth/sign-in?returnTo=%2Fmembers&wallet=any',
  ],
  [
    'another',
    [wallet],
    { wallet: 'other' },
    'https://app.example/auth/sign-in?returnTo=%2Fmembers&wallet=other',
  ],
  [
    'letters of another case',
    [wallet],
    { wallet: address.toLowerCase() },
    `https://app.example/auth/sign-in?returnTo=%2Fmembers&wallet=${address.toLowerCase()}`,
  ],
  [
    'one of another chain',
    [wallet],
    { walletChain: 'solana:devnet' },
    'https://app.example/auth/sign-in?returnTo=%2Fmembers&wallet_chain=solana%3Adevnet&wallet=any',
  ],
  [
    'one that was proven too long ago',
    [wallet],
    { walletMaxAge: 60 },
    'https://app.example/auth/sign-in?returnTo=%2Fmembers&wallet_max_age=60&wallet=any',
  ],
])('a person with %s is redirected to the site', async (_, wallets, required, path) => {
  const { requireWallet } = await has(...(wallets as Wallet[]));
  await expect(requireWallet({ returnTo: '/members', ...required })).rejects.toThrow(`redirected to ${path}`);
});

test('requirePerson returns the person without the site, and redirects other people to what it requires', async () => {
  const { requirePerson } = await visit(503, {});
  expect(await requirePerson({ returnTo: '/vault' })).toEqual(person);
  const required = { returnTo: '/vault', acr: 'urn:countersign:2fa', maxAge: 300 };
  const toStepUp = `acr_values=${encodeURIComponent(required.acr)}&max_age=300`;
  await expect(requirePerson(required)).rejects.toThrow(`/auth/sign-in?returnTo=%2Fvault&${toStepUp}`);
  cookieHeader = '';
  await expect(requirePerson({ returnTo: '/vault' })).rejects.toThrow('/auth/sign-in?returnTo=%2Fvault');
});

test('a link lets people prove another wallet and come back', async () => {
  const { signInUrl } = await has();
  expect(signInUrl({ returnTo: '/members', wallet: 'new' })).toBe(
    'https://app.example/auth/sign-in?returnTo=%2Fmembers&wallet=new',
  );
});

test("a signed-out person, and one who revoked the app's access, are redirected to the site", async () => {
  const { requireWallet } = await visit(401, { error: { code: 'app.token_invalid' } });
  const toSite = 'redirected to https://app.example/auth/sign-in?returnTo=%2F&wallet=any';
  await expect(requireWallet({ returnTo: '/' })).rejects.toThrow(toSite);
  cookieHeader = '';
  await expect(requireWallet({ returnTo: '/' })).rejects.toThrow(toSite);
});

test('no person is admitted while the site is unreachable', async () => {
  const { requireWallet } = await visit(503, {});
  const refused = requireWallet({ returnTo: '/' });
  await expect(refused).rejects.toBeInstanceOf(CountersignError);
  await expect(refused).rejects.toMatchObject({ code: 'unreachable' });
});

test('a scope without wallets throws an error that names it', async () => {
  const { settings } = await openVisit(200, {});
  const { readWallets } = createCountersign({ ...settings, scope: 'openid' });
  await expect(readWallets()).rejects.toMatchObject({ code: 'insufficient_scope' });
});

test('a person whose consent has no wallets is redirected to the site', async () => {
  const { requireWallet } = await visit(403, { error: { code: 'app.scope_missing' } });
  await expect(requireWallet({ returnTo: '/' })).rejects.toThrow('/auth/sign-in?');
});

test("a page with an expired access token doesn't use the refresh token, and redirects to the handler that can store the next one", async () => {
  const { requireWallet, asked } = await visit(200, {}, { endsIn: 0 });
  await expect(requireWallet({ returnTo: '/members' })).rejects.toThrow(
    'redirected to https://app.example/auth/refresh?returnTo=%2Fmembers',
  );
  expect(asked).toEqual([]);
});

test("an action sets the session's cookie before it uses a refresh token", async () => {
  isPage = false;
  const { readWallets, asked } = await visit(503, {}, { endsIn: 0 });
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await readWallets()).toEqual({ status: 'unreachable' });
  jest.restoreAllMocks();
  expect(asked).toEqual(['https://countersign.example/.well-known/openid-configuration']);
  expect([...set.keys()]).toEqual([expect.stringContaining('countersign-app_')]);
});
