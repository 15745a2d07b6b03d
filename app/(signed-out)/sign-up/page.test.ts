import '@/lib/testing/unreachable-project';
import { prerender } from 'react-dom/static';
import SignUpPage from './page';

const mockSettings = {
  enabled: [],
  isKnown: true,
  isEmailOff: false,
  isSignUpClosed: false,
  areConfirmationsOff: false,
};

jest.mock('next/headers', () => ({ headers: async () => new Headers() }));
jest.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }));
jest.mock('@/lib/session/viewer', () => ({ readViewer: async () => ({ signedIn: false }) }));
jest.mock('@/lib/supabase/settings', () => ({
  peekSettings: async () => mockSettings,
  allowsSignUpByCode: () => true,
}));
jest.mock('@/lib/session/offered-passkeys', () => ({
  peekPasskeys: async () => ({ isOffered: false }),
}));
jest.mock('@/lib/auth/sign-in/solana-accounts', () => ({ peekWalletAccounts: async () => true }));
jest.mock('@/components/sign-in/mailbox-hint', () => ({ MailboxHint: () => null }));
jest.mock('@/app/(signed-out)/sign-in/sign-in-controls', () => ({
  SolanaSignIn: ({ label }: { label: string }) => label,
}));
jest.mock('./sign-up-form', () => ({ SignUpForm: () => 'The form' }));

beforeAll(() => {
  process.env.CAPTCHA_PROVIDER = 'turnstile';
  process.env.CAPTCHA_SITE_KEY = 'stand-in';
});

it.each([
  ['everything is open', {}, ['The form', 'Sign up with Solana', 'data-captcha-place']],
  ['email is off', { isEmailOff: true }, ['Sign up with Solana', 'data-captcha-place']],
  ['sign-up is closed', { isSignUpClosed: true }, []],
])('the captcha is rendered if any method requires it: %s', async (_when, settings, drawn) => {
  Object.assign(mockSettings, { isEmailOff: false, isSignUpClosed: false }, settings);
  const { prelude } = await prerender(await SignUpPage({ searchParams: Promise.resolve({}) }));
  const html = await new Response(prelude).text();
  const parts = ['The form', 'Sign up with Solana', 'data-captcha-place'];
  expect(parts.filter((part) => html.includes(part))).toEqual(drawn);
});
