import { jest } from '@jest/globals';
import { type ProofEvidence, verifyProof } from 'countersign/proof/verify';
import { deriveTestPassword, hasTestPeople, testPeople } from '../../lib/auth/sign-in/test-people';
import { addApp, give, readClaims } from '../../supabase/testing/apps/let-apps-in';
import { accepted, callAsServer, signInAgain } from '../../supabase/testing/person';
import { sharedBackend } from '../../supabase/testing/share-backend';
import { addTestPeople } from './add-test-people';

const backend = sharedBackend();
const local = { embedded: true, siteUrl: 'http://localhost:3000', supabaseUrl: 'http://127.0.0.1:54321' };
const elsewhere = [
  { ...local, embedded: false },
  { ...local, siteUrl: 'https://countersign.example' },
  { ...local, supabaseUrl: 'https://project.supabase.co' },
];

type Evidence = Record<'method' | 'address' | 'origin' | 'message' | 'signed_bytes' | 'signature', string>;

function isSigned({ message, signed_bytes, signature, ...proof }: Evidence): boolean {
  const [said, signedBytes, signed] = [message, signed_bytes, signature].map((text) =>
    Buffer.from(text, 'base64'),
  );
  return verifyProof({ ...proof, version: 2, message: said, signedBytes, signature: signed } as ProofEvidence)
    .ok;
}

test('the test people have zero, one and three wallets with valid proofs, however often the site starts', async () => {
  const stack = { ...local, supabaseUrl: backend.url, secretKey: backend.secretKey, chain: 'solana:mainnet' };
  for (const _ of ['first start', 'second start']) await addTestPeople(stack);
  const app = await addApp(backend);
  for (const { email, wallets } of testPeople) {
    const person = await signInAgain(backend, email, deriveTestPassword(backend.secretKey));
    const asked = { ...person.bound, p_client_id: app, p_chain: 'solana:mainnet' };
    const offered = accepted(
      await callAsServer<{ wallets: { id: string }[] }>(backend, 'describe_oauth_request', asked),
    );
    const scopes = ['openid', 'proofs'];
    const ids = offered.wallets.map(({ id }) => id);
    const claims = await readClaims(backend, accepted(await give(backend, person, app, ids, scopes)), scopes);
    const proofs = claims?.proofs as Evidence[];
    expect([email, proofs.map(isSigned)]).toEqual([email, Array(wallets).fill(true)]);
  }
});

test.each(elsewhere)(
  "test people exist and are offered only on the developer's own machine: %o",
  async (place) => {
    expect(hasTestPeople(local)).toBe(true);
    expect(hasTestPeople(place)).toBe(false);
    if (!place.embedded) return;
    const asked = jest.spyOn(globalThis, 'fetch');
    await addTestPeople({ ...place, secretKey: 'sb_secret_1', chain: 'solana:mainnet' });
    expect(asked).not.toHaveBeenCalled();
  },
);
