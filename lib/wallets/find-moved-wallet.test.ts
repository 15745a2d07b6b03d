import {
  callAsServer,
  makeAddress,
  type Person,
  prove,
  proveNewWallet,
  signUpPerson,
} from '../../supabase/testing/person';
import { siteOnBackend } from '../testing/point-site-at';
import { switchToSession } from '../testing/wallet-visitor';

const backend = siteOnBackend();
let findMovedWallet: typeof import('./list-wallets').findMovedWallet;
beforeAll(async () => {
  ({ findMovedWallet } = await import('./list-wallets'));
});

async function findAs(person: Person) {
  switchToSession(person.session);
  return findMovedWallet();
}

test('returns a moved wallet to the account that it left, until it is back', async () => {
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

test('returns and logs nothing for a session without the second factor that was set up since', async () => {
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  const [first, second] = [await signUpPerson(backend), await signUpPerson(backend)];
  const { address } = await proveNewWallet(backend, first);
  expect((await prove(backend, second, address, 'move')).refusal).toBeNull();
  const added = await callAsServer(backend, 'test_add_factor', {
    p_user_id: first.bound.p_user_id,
    p_status: 'verified',
  });
  expect(added.refusal).toBeNull();
  expect(await findAs(first)).toBeNull();
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});
