import {
  callAsServer,
  makeAddress,
  type Person,
  prove,
  proveNewWallet,
  signUpPerson,
} from '../../../supabase/testing/person';
import { siteOnBackend } from '../../testing/point-site-at';
import { switchToSession } from '../../testing/wallet-visitor';

const backend = siteOnBackend();

async function readAs(person: Person) {
  switchToSession(person.session);
  const { readOwnAccount } = await import('./own-account');
  const { requireViewer } = await import('../../session/viewer');
  return readOwnAccount(await requireViewer('/wallets'));
}

async function findAs(person: Person) {
  const own = await readAs(person);
  return own.ok ? own.account.movedWallet : own;
}

test('names a moved wallet to the account that it left, until it is back', async () => {
  const [first, second] = [await signUpPerson(backend), await signUpPerson(backend)];
  const { address } = await proveNewWallet(backend, first);
  expect(await findAs(first)).toBeNull();
  expect((await prove(backend, second, address, 'move')).refusal).toBeNull();
  expect(await findAs(first)).toEqual({ address, movedAt: expect.any(String) });
  expect(await findAs(second)).toBeNull();
  expect((await prove(backend, first, address, 'move')).refusal).toBeNull();
  expect(await findAs(first)).toBeNull();
});

test('omits a wallet that its owner removed', async () => {
  const person = await signUpPerson(backend);
  const { walletId } = await proveNewWallet(backend, person, makeAddress());
  await callAsServer(backend, 'remove_wallet', { ...person.bound, p_wallet_id: walletId, p_device: null });
  expect(await findAs(person)).toBeNull();
});

test('refuses a session without the second factor that was set up since', async () => {
  const person = await signUpPerson(backend);
  const parameters = { p_user_id: person.bound.p_user_id, p_status: 'verified' };
  expect((await callAsServer(backend, 'test_add_factor', parameters)).refusal).toBeNull();
  expect(await readAs(person)).toEqual({ ok: false, code: 'auth.second_factor_required' });
});
