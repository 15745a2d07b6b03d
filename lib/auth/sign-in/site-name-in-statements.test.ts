import { readStatement } from 'countersign/proof/read-statement';
import { makeWallet } from 'local-supabase/testing';
import { issueChallenge } from '../../proofs/issue-challenge';
import { issueSignInStatement } from './solana-statement';

jest.mock('next/headers', () => ({ headers: async () => new Headers() }));
jest.mock('../../env.ts', () => ({
  environment: () => ({
    siteUrl: 'https://acme.example',
    chain: 'solana:mainnet',
    branding: { siteName: 'Acme', termsUrl: null, privacyUrl: null, supportUrl: null },
  }),
}));
jest.mock('../../http/client-address.ts', () => ({ readClientAddress: () => null }));
jest.mock('../../rate-limit/consume.ts', () => ({ consumeAttempt: async () => ({ ok: true }) }));
jest.mock('../../rate-limit/read-subject.ts', () => ({ readSubject: async () => ({}) }));
jest.mock('../../proofs/read-account.ts', () => ({
  readAccount: async () => ({ ok: true, code: '7F3K-2Q9D', displayName: null }),
}));
jest.mock('../../supabase/call-as-viewer.ts', () => ({
  callAsViewer: async () => ({ ok: true, rows: 'id' }),
}));
jest.mock('../../supabase/call-function.ts', () => ({
  callFunction: async () => ({ ok: true, rows: 'id' }),
}));
jest.mock('../../supabase/settings.ts', () => ({ readSwitchedOff: async () => ({ isSignUpClosed: false }) }));
jest.mock('./solana-accounts.ts', () => ({ areWalletAccountsOpen: async () => true }));
jest.mock('../../http/own-cookie.ts', () => ({
  browserCookie: () => ({ readOrCreate: async () => 'hash' }),
}));

const { address } = makeWallet();
const viewer = { id: 'id', sessionId: 'session', email: '' } as never;

async function write(
  asked: Promise<{ ok: true; challenge: { text: string } } | { ok: false; code: string }>,
) {
  const issued = await asked;
  if (!issued.ok) throw new Error(issued.code);
  return issued.challenge.text;
}

test.each(['prove', 'move', 'confirm'] as const)(
  'on a site of another name, the statement to %s names Countersign',
  async (purpose) => {
    for (const method of ['sign_in', 'sign_message', 'memo'] as const) {
      const text = await write(issueChallenge({ viewer, purpose, method, address }));
      expect(text).toContain('the Countersign account with ID 7F3K-2Q9D');
      expect(text).not.toContain('Acme');
      if (purpose !== 'confirm') expect(readStatement(method, text)).not.toBeNull();
    }
  },
);

test('on a site of another name, the statement to sign in names Countersign', async () => {
  const text = await write(issueSignInStatement({ address, method: 'sign_in' }));
  expect(text).toContain('Sign in to Countersign at acme.example with this wallet.');
  expect(text).not.toContain('Acme');
});
