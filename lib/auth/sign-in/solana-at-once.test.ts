import { holdBackend, makeWallet, startLocalSupabase } from 'local-supabase/testing';
import { pointSiteAt } from '../../testing/point-site-at';
import { askFor, openWalletDoor, readSignedIn, signWith, switchBrowser } from '../../testing/wallet-visitor';

jest.mock('../../supabase/fetch', () => jest.requireActual('../../testing/patient-fetch'));

const backend = holdBackend(() => startLocalSupabase({ env: { LOCAL_SUPABASE_RACES: 'wallet-accounts' } }));
beforeAll(() => {
  pointSiteAt(backend);
});

test('two tabs of a new wallet get one account, also where Auth fails one of them for finding none', async () => {
  const door = await openWalletDoor();
  switchBrowser();
  const wallet = makeWallet();
  const statements = [await askFor(door, wallet), await askFor(door, wallet)];
  const results = await Promise.all(statements.map((statement) => door.signIn(signWith(wallet, statement))));
  expect(results).toEqual([
    expect.objectContaining({ ok: true, redirectTo: '/wallets' }),
    expect.objectContaining({ ok: true, redirectTo: '/wallets' }),
  ]);
  expect(await readSignedIn()).not.toBeNull();
});
