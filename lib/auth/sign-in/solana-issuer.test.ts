import { makeWallet } from 'local-supabase/testing';
import { siteOnBackend } from '../../testing/point-site-at';
import { openWalletServer, readSignedIn, signInWallet, switchBrowser } from '../../testing/wallet-visitor';

siteOnBackend();
beforeAll(() => {
  process.env.SUPABASE_JWT_ISSUER = 'https://auth.elsewhere.example/auth/v1';
});

it("a wallet doesn't sign in with tokens of another issuer, and the error says so", async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  switchBrowser();
  expect(await signInWallet(await openWalletServer(), makeWallet())).toBe('backend.tokens_refused');
  expect(await readSignedIn()).toBeNull();
  expect(said.mock.calls.flat().join(' ')).toContain('SUPABASE_JWT_ISSUER');
});
