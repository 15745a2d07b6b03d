import { type LocalSupabase, makeWallet } from 'local-supabase/testing';
import { shareBackend } from '../../../supabase/testing/share-backend';
import { pointSiteAt } from '../../testing/point-site-at';
import { comeIn, openWalletDoor, readSignedIn, switchBrowser } from '../../testing/wallet-visitor';

jest.mock('next/headers', () => jest.requireActual('../../testing/wallet-visitor').fakeHeaders());
jest.mock('next/server', () => ({ after: () => undefined }));
jest.mock('../../supabase/fetch', () => jest.requireActual('../../testing/patient-fetch'));

let backend: LocalSupabase;
beforeAll(async () => {
  backend = await shareBackend();
  pointSiteAt(backend);
  process.env.SUPABASE_JWT_ISSUER = 'https://auth.elsewhere.example/auth/v1';
});
afterAll(() => backend.stop());

it('a wallet is told that tokens of another issuer are refused, and nobody is signed in', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  switchBrowser();
  expect(await comeIn(await openWalletDoor(), makeWallet())).toBe('backend.tokens_refused');
  expect(await readSignedIn()).toBeNull();
  expect(said.mock.calls.flat().join(' ')).toContain('SUPABASE_JWT_ISSUER');
});
