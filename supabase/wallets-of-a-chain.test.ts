import { findWallet, listWallets } from '../lib/wallets/list-wallets.ts';
import { makeAddress, type Person, prove, signUpPerson } from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

let mockPerson: Person;
jest.mock('../lib/session/request-session.ts', () => ({
  createViewerSupabase: async () => mockPerson.client,
}));

const backend = sharedBackend();
beforeAll(async () => {
  Object.assign(process.env, {
    ...{ SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: backend.publishableKey },
    ...{ SUPABASE_SECRET_KEY: backend.secretKey, SOLANA_CLUSTER: 'devnet' },
  });
  mockPerson = await signUpPerson(backend);
});

function list() {
  const { p_user_id: id, p_session_id: sessionId } = mockPerson.bound;
  return listWallets({ id, sessionId, aal: 'aal2' }, 1, { search: '', order: 'newest' });
}

test("lists, counts and finds only wallets of the site's current chain", async () => {
  const [before, now] = [makeAddress(), makeAddress()];
  await prove(backend, mockPerson, before, 'prove', 'solana:mainnet');
  expect(await list()).toMatchObject({ wallets: [], found: 0, total: 0 });
  expect(await findWallet(before)).toBeNull();
  await prove(backend, mockPerson, now, 'prove', 'solana:devnet');
  expect(await list()).toMatchObject({ wallets: [{ address: now, isPrimary: true }], total: 1 });
  expect(await findWallet(now)).toMatchObject({ address: now });
});
