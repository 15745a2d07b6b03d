import { prerender } from 'react-dom/static';
import { FirstStep } from './first-step';

let mockLast = 'password';
let mockIsOffered = true;

jest.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams() }));
jest.mock('@/lib/auth/sign-in/sign-in-cookies', () => ({ readLastMethod: async () => mockLast }));
jest.mock('@/lib/auth/sign-in/solana-accounts', () => ({ peekWalletAccounts: async () => true }));
jest.mock('@/lib/session/offered-passkeys', () => ({
  peekPasskeys: async () => ({ isOffered: mockIsOffered }),
  readOfferedPasskeys: async () => ({ isOffered: mockIsOffered }),
}));
jest.mock('@/lib/supabase/settings', () => ({
  allowsSignUpByCode: () => true,
  peekSettings: async () => ({ enabled: ['github', 'google'], isKnown: true }),
}));
jest.mock('@/lib/wallets/read-offered-wallets', () => ({ readOfferedWallets: async () => null }));
jest.mock('./actions', () => ({ continueWithEmailAction: jest.fn(), startOAuthAction: jest.fn() }));

/** The texts of the page's buttons in order, with a mark for filled ones. */
async function readButtons(): Promise<string[]> {
  const { prelude } = await prerender(await FirstStep({ known: undefined }));
  const html = await new Response(prelude).text();
  const parts = html.matchAll(/<button[^>]*class="([^"]*)"[^>]*>(.*?)<\/button>(<span.*?<\/span>)?/g);
  return [...parts].map(([, look = '', inside = '', tag = '']) => {
    const words = `${inside} ${tag}`.replaceAll(/<[^>]*>/g, '').trim();
    return /\bbutton-primary\b/.test(look) ? `* ${words}` : words;
  });
}

const email = 'Continue';
const byPassword = 'Use a password';
const passkey = 'Sign in with a passkey';
const solana = 'Sign in with Solana';
const [github, google] = ['Sign in with GitHub', 'Sign in with Google'];
const used = (button: string) => `* ${button} Last used`;

test.each([
  ['password', [`* ${email}`, passkey, solana, github, google]],
  ['passkey', [used(passkey), solana, github, google, email, byPassword]],
  ['wallet', [used(solana), passkey, github, google, email, byPassword]],
  ['google', [passkey, solana, used(google), github, email, byPassword]],
])(
  'the method a browser used last is the one filled button, and its group comes first: %s',
  async (last, buttons) => {
    mockLast = last;
    mockIsOffered = true;
    expect(await readButtons()).toEqual(buttons);
  },
);

test('a passkey used last that the site no longer accepts fills nothing', async () => {
  mockLast = 'passkey';
  mockIsOffered = false;
  expect(await readButtons()).toEqual([`* ${email}`, byPassword, solana, github, google]);
});
