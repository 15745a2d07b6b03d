import '@/lib/testing/unreachable-project';
import { prerender } from 'react-dom/static';
import AppsPage from './page';

const at = '2026-11-20T09:01:00.000Z';
const mockApp = {
  ...{ id: 'grant', clientId: 'app', name: 'Gate', host: 'gate.example', createdAt: at, lastUsedAt: at },
  ...{ hasLogo: false, isReviewed: true, isFirstParty: false, isLive: true },
};
const makeWallet = (_: unknown, id: number) => ({
  ...{ id: `${id}`, address: 'A'.repeat(44), label: null, walletName: null, provenAt: at },
});

jest.mock('@/lib/session/viewer', () => ({ requireViewer: async () => ({ id: 'ada', email: '' }) }));
jest.mock('@/lib/session/require-live-session', () => ({ redirectOnRefusal: () => undefined }));
const mockListed = { ok: true, total: 1, apps: [mockApp], hasName: true };
jest.mock('@/lib/apps/grants', () => ({ listGrants: async () => mockListed }));
jest.mock('./actions', () => ({ endGrantAction: jest.fn(), unshareAction: jest.fn() }));

test.each([
  [['openid'], 0, 'Can see: an ID for this app.'],
  [['openid', 'profile'], 0, 'Can see: an ID for this app, your name.'],
  [
    ['openid', 'profile', 'email', 'wallets', 'offline_access'],
    1,
    'Can see: an ID for this app, your name, your email, 1 wallet.',
  ],
  [['openid', 'wallets'], 3, 'Can see: an ID for this app, 3 wallets.'],
  [['openid', 'wallets'], 0, 'Can see: an ID for this app, no wallets.'],
  [
    ['openid', 'wallets', 'proofs'],
    1,
    'Can see: an ID for this app, 1 wallet with its signed proof, which names your account.',
  ],
  [
    ['openid', 'wallets', 'proofs'],
    2,
    'Can see: an ID for this app, 2 wallets with their signed proofs, which name your account.',
  ],
  // Wallets without a scope for them don't count.
  [['openid', 'email'], 2, 'Can see: an ID for this app, your email.'],
] as const)('an app with %j and %i wallets', async (scopes, wallets, words) => {
  Object.assign(mockApp, { scopes, wallets: Array.from({ length: wallets }, makeWallet) });
  mockListed.hasName = true;
  expect(await render()).toContain(`<p>${words}</p>`);
});

test('an app that may see a name sees none before the account has one', async () => {
  Object.assign(mockApp, { scopes: ['openid', 'profile'], wallets: [] });
  mockListed.hasName = false;
  expect(await render()).toContain('<p>Can see: an ID for this app, a name once you set one.</p>');
});

test('an app that gets the link of the page is said to see it, until its user stops that', async () => {
  Object.assign(mockApp, { scopes: ['openid', 'wallets'], wallets: [makeWallet(null, 1)], seesPage: true });
  expect(await render()).toContain('The link of your page');
  expect(await render()).toContain('Stop sharing your page with Gate');
});

async function render(): Promise<string> {
  const page = await AppsPage({ searchParams: Promise.resolve({}) });
  return new Response((await prerender(page)).prelude).text();
}
