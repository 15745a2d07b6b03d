import { makeWallet, signInAtAuth, type TestWallet } from 'local-supabase/testing';
import {
  accepted,
  asPerson,
  callAsServer,
  type Person,
  prove,
  proveNewWallet,
  recordAsSite,
  signInAgain,
  signUpPerson,
} from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import {
  openWalletServer,
  readSignedIn,
  signInWallet,
  switchBrowser,
  type WalletServer,
} from '../../testing/wallet-visitor';

const backend = siteOnBackend();
let server: WalletServer;
beforeAll(async () => {
  server = await openWalletServer();
});

type Bound = Person['bound'];

async function signInAnew(wallet: TestWallet): Promise<Bound> {
  switchBrowser();
  await signInWallet(server, wallet);
  const signedIn = await readSignedIn();
  if (!signedIn) throw new Error('Nobody came in.');
  return { p_user_id: signedIn.userId, p_session_id: signedIn.sessionId };
}

async function removeWallet(wallet: TestWallet, bound: Bound): Promise<void> {
  const rows = await callAsServer<{ id: string }[]>(backend, 'test_read_wallets', {
    p_address: wallet.address,
  });
  const parameters = { ...bound, p_wallet_id: accepted(rows)[0]?.id, p_device: null };
  expect((await callAsServer(backend, 'remove_wallet', parameters)).refusal).toBeNull();
}

const areLive = (sessions: Bound[]) =>
  Promise.all(
    sessions.map(
      async (bound) => (await callAsServer(backend, 'require_live_session', bound)).refusal === null,
    ),
  );

test('removing a wallet ends the other sessions that it opened, and no more', async () => {
  const owner = await signUpPerson(backend);
  const [wallet, other] = [makeWallet(), makeWallet()];
  for (const { address } of [wallet, other]) await proveNewWallet(backend, owner, address);
  const [here, there, byOther] = [
    await signInAnew(wallet),
    await signInAnew(wallet),
    await signInAnew(other),
  ];
  await removeWallet(wallet, here);
  expect(await areLive([here, there, byOther, owner.bound])).toEqual([true, false, true, true]);
  const ended = await owner.client
    .from('account_sessions')
    .select('session_id, method')
    .eq('ended_because', 'sign_in_method_removed');
  expect(ended.data).toEqual([{ session_id: there.p_session_id, method: 'wallet' }]);
});

test('removing a wallet from the account that it created ends its other sessions', async () => {
  const wallet = makeWallet();
  const [here, there] = [await signInAnew(wallet), await signInAnew(wallet)];
  await callAsServer(backend, 'test_give_email', { p_user_id: here.p_user_id, p_email: 'late@example.test' });
  await removeWallet(wallet, here);
  expect(await areLive([here, there])).toEqual([true, false]);
});

test('moving a wallet to another account ends the sessions that it opened', async () => {
  const [owner, next] = [await signUpPerson(backend), await signUpPerson(backend)];
  const wallet = makeWallet();
  await proveNewWallet(backend, owner, wallet.address);
  const byWallet = await signInAnew(wallet);
  accepted(await prove(backend, next, wallet.address, 'move'));
  expect(await areLive([byWallet, owner.bound, next.bound])).toEqual([false, true, true]);
});

test('a wallet still proven on another chain keeps its sessions', async () => {
  const owner = await signUpPerson(backend);
  const wallet = makeWallet();
  await proveNewWallet(backend, owner, wallet.address);
  const [kept] = accepted(await prove(backend, owner, wallet.address, 'prove', 'solana:devnet'));
  const byWallet = await signInAnew(wallet);
  const parameters = { ...owner.bound, p_wallet_id: kept?.walletId, p_device: null };
  expect((await callAsServer(backend, 'remove_wallet', parameters)).refusal).toBeNull();
  expect(await areLive([byWallet])).toEqual([true]);
});

test('removing a provider ends the other sessions that it opened', async () => {
  const here = await signUpPerson(backend);
  const [there, byPassword] = [
    asPerson(await signInAtAuth(backend, here.email)),
    await signInAgain(backend, here.email),
  ];
  await recordAsSite(backend, there.session, 'github');
  const removed = { ...here.bound, p_method: 'github', p_address: 'octo' };
  expect((await callAsServer(backend, 'end_sessions_of_sign_in_method', removed)).refusal).toBeNull();
  expect(await areLive([here.bound, there.bound, byPassword.bound])).toEqual([true, false, true]);
});
