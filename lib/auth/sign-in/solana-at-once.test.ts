import { holdBackend, makeWallet, signInWalletAtAuth, startLocalSupabase } from 'local-supabase/testing';
import { callAsServer } from '../../../supabase/testing/person';
import { recordSession } from '../../session/record-session';
import { pointSiteAt } from '../../testing/point-site-at';
import {
  newStatement,
  openWalletServer,
  readSignedIn,
  signWith,
  switchBrowser,
} from '../../testing/wallet-visitor';

jest.mock('../../session/record-session', () => {
  const actual = jest.requireActual<typeof import('../../session/record-session')>(
    '../../session/record-session',
  );
  return { ...actual, recordSession: jest.fn(actual.recordSession) };
});

const backend = holdBackend(() => startLocalSupabase({ env: { LOCAL_SUPABASE_RACES: 'wallet-accounts' } }));
beforeAll(() => {
  pointSiteAt(backend);
});

test('three tabs of a new wallet get one account, even if Auth fails two of them', async () => {
  const server = await openWalletServer();
  switchBrowser();
  const wallet = makeWallet();
  const statements = [
    await newStatement(server, wallet),
    await newStatement(server, wallet),
    await newStatement(server, wallet),
  ];
  const results = await Promise.all(
    statements.map((statement) => server.signIn(signWith(wallet, statement))),
  );
  expect(results).toEqual(Array(3).fill(expect.objectContaining({ ok: true, redirectTo: '/wallets' })));
  expect(await readSignedIn()).not.toBeNull();
});

test('a tab still signs in after two others ended its sessions by settling the account twice each', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  jest.mocked(recordSession).mockClear();
  const server = await openWalletServer();
  switchBrowser();
  const wallet = makeWallet();
  const { userId } = await signInWalletAtAuth(backend, wallet);
  const { recordSession: record } = jest.requireActual<typeof import('../../session/record-session')>(
    '../../session/record-session',
  );
  const recordLate: typeof record = async (...session) => {
    const settled = { p_user_id: userId, p_address: wallet.address };
    expect((await callAsServer(backend, 'claim_wallet_account', settled)).data).toBe('claimed');
    return record(...session);
  };
  for (let times = 0; times < 4; times++) jest.mocked(recordSession).mockImplementationOnce(recordLate);
  const signed = signWith(wallet, await newStatement(server, wallet));
  expect(await server.signIn(signed)).toMatchObject({ ok: true, redirectTo: '/wallets' });
  expect((await readSignedIn())?.userId).toBe(userId);
  expect(recordSession).toHaveBeenCalledTimes(5);
  expect(said).not.toHaveBeenCalled();
});
