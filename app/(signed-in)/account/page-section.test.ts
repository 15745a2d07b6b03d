import '@/lib/testing/unreachable-project';
import { prerender } from 'react-dom/static';
import { OwnPage } from '@/lib/wallets/own-page';
import AccountPage from './page';

const listed = { id: 'a', address: 'A'.repeat(44), label: null, isListed: true };
const own = {
  ...{ id: 'a1'.repeat(16), github: [] },
  wallets: [
    { ...listed, origin: 'https://countersign.example' },
    { ...listed, id: 'b', address: 'B'.repeat(44), origin: 'https://old.example' },
  ],
};
let mockRead: object;
jest.mock('@/lib/session/viewer', () => ({ requireViewer: async () => ({ id: 'ada', email: '' }) }));
jest.mock('@/lib/session/require-live-session', () => ({ redirectOnRefusal: () => undefined }));
jest.mock('@/lib/auth/account/own-account', () => ({ readOwnAccount: async () => mockRead }));
jest.mock('@/lib/auth/account/passkeys', () => ({ describePasskeyOwner: async () => null }));
jest.mock('@/lib/session/offered-passkeys', () => ({ peekPasskeys: async () => ({ isOffered: false }) }));
jest.mock('@/lib/mail/flush-outbox', () => ({}));
jest.mock('@/app/(signed-in)/wallets/actions', () => ({ listWalletAction: jest.fn() }));
jest.mock('./account-forms', () => ({ NameForm: () => null, EmailForm: () => null }));
jest.mock('./sign-in-methods-section', () => ({ SignInMethodsSection: () => null }));
jest.mock('@/lib/supabase/settings', () => ({
  ...{ readEnabledSignInMethods: async () => ({}), readSwitchedOff: async () => ({}) },
}));
jest.mock('@/lib/auth/account/sign-in-methods', () => ({ allowsManualLinking: async () => false }));
jest.mock('./actions', () => ({ changePageAction: jest.fn() }));

async function render(page: object | null): Promise<string> {
  const account = {
    ...{ code: '7F3K-2Q9D', displayName: null, movedWallet: null },
    ...{ signInMethods: {}, page: page && OwnPage.parse(page) },
  };
  mockRead = page ? { ok: true, account } : { ok: false, code: 'backend.unavailable' };
  const rendered = await prerender(await AccountPage({ searchParams: Promise.resolve({}) }));
  return (await new Response(rendered.prelude).text()).replace(/<[^>]*>/g, ' ');
}

test('a wallet whose proof names an earlier address of the site is not said to be listed, since the page omits it', async () => {
  const words = await render(own);
  expect(words.match(/ Listed /g)).toHaveLength(1);
  expect(words).toMatch(/BBBB…BBBB .*Not shown until you prove it again/);
});

test('the owner learns what the page discloses, and that a proof stays public, before listing a wallet and after', async () => {
  expect(await render(own)).toMatch(/one person.*keeps its public proof/);
  expect(await render({ ...own, id: null })).toContain('they are one person');
});

test('a failed read neither hides the section nor says that the page is off', async () => {
  const words = await render(null);
  expect(words).toMatch(/Your page .*Not available right now.*Try again/);
  expect(words).not.toMatch(/Off\.|On\.|First share/);
});
