import { holdBackend, makeWallet } from 'local-supabase/testing';
import { proveNewWallet, signUpPerson } from '../../../supabase/testing/person';
import { startBackend } from '../../../supabase/testing/share-backend';
import { pointSiteAt } from '../../testing/point-site-at';
import {
  newStatement,
  openWalletServer,
  readSignedIn,
  signInWallet,
  signWith,
  switchBrowser,
  type WalletServer,
} from '../../testing/wallet-visitor';

const backend = holdBackend(() => startBackend({ LOCAL_SUPABASE_WEB3: '0' }));
let server: WalletServer;
beforeAll(async () => {
  pointSiteAt(backend);
  server = await openWalletServer();
});
beforeEach(() => switchBrowser());

test('a project with wallets off neither promises nor creates an account', async () => {
  const { areWalletAccountsOpen } = await import('./solana-accounts');
  expect(await areWalletAccountsOpen()).toBe(false);
  const wallet = makeWallet();
  const statement = await newStatement(server, wallet);
  expect(statement.text).not.toContain('creates');
  expect(await server.signIn(signWith(wallet, statement))).toEqual({
    ok: false,
    code: 'wallet.accounts_off',
  });
  expect(await readSignedIn()).toBeNull();
});

test('a wallet proven on an account with an email still signs in', async () => {
  const person = await signUpPerson(backend);
  const wallet = makeWallet();
  await proveNewWallet(backend, person, wallet.address);
  expect(await signInWallet(server, wallet)).toBe(person.bound.p_user_id);
});

test('a statement issued before wallets were switched off gets a clear error, and is the last one', async () => {
  const { areWalletAccountsOpen } = await import('./solana-accounts');
  // A server that read the setting just before the change.
  Object.assign(globalThis.countersign?.get('wallet accounts') ?? {}, {
    open: true,
    refreshAt: Date.now() + 60_000,
  });
  const wallet = makeWallet();
  const stale = await newStatement(server, wallet);
  expect(stale.text).toContain('creates');
  expect(await server.signIn(signWith(wallet, stale))).toEqual({ ok: false, code: 'wallet.accounts_off' });
  expect(await areWalletAccountsOpen()).toBe(false);
});
