import { readFileSync } from 'node:fs';
import {
  holdBackend,
  makeWallet,
  signInWalletAtAuth,
  startLocalSupabase,
  type TestWallet,
} from 'local-supabase/testing';
import { callAsServer, recordAsSite } from '../../../supabase/testing/person';
import { pointSiteAt } from '../../testing/point-site-at';
import { openWalletServer, readSignedIn, signInWallet, switchBrowser } from '../../testing/wallet-visitor';

const backend = holdBackend(() =>
  startLocalSupabase({
    extraMigrations: {
      '20990101000002_test_functions.sql': readFileSync(
        'supabase/testing/sessions/test-functions.sql',
        'utf8',
      ),
      // A hosted project may lack these rights. Only the tables' owner can revoke them.
      '20990101000003_forbid.sql':
        'reset role; revoke delete on auth.sessions, auth.identities from postgres;',
    },
  }),
);
beforeAll(() => {
  pointSiteAt(backend);
});

const squat = (wallet: TestWallet) => signInWalletAtAuth(backend, wallet);

test("if the database may not clear Auth's account, a wallet doesn't share it with an attacker: it doesn't sign in", async () => {
  const server = await openWalletServer();
  const [first, second] = [makeWallet(), makeWallet()];
  const [atAuth, here] = [await squat(first), await squat(second)];
  const email = 'stranger@example.test';
  await callAsServer(backend, 'test_squat', { p_user_id: here.userId, p_email: email });
  await recordAsSite(backend, here.session, 'password');
  for (const wallet of [first, second]) {
    switchBrowser();
    expect(await signInWallet(server, wallet)).toBe('wallet.opens_other_account');
    expect(await readSignedIn()).toBeNull();
  }
  // An account with nothing to clear isn't shared.
  await atAuth.client.auth.signOut();
  expect(await signInWallet(server, first)).toBe(atAuth.userId);
});
