import { jest } from '@jest/globals';
import { type ProofEvidence, verifyProof } from 'countersign/proof/verify';
import { deriveTestPassword, hasTestPeople, testPeople } from '../../lib/auth/sign-in/test-people';
import { addApp, give, readClaims } from '../../supabase/testing/apps/let-apps-in';
import { accepted, callAsServer, signInAgain } from '../../supabase/testing/person';
import { sharedBackend } from '../../supabase/testing/share-backend';
import { prepareForDevelopers } from './add-test-people';

const backend = sharedBackend();
const local = {
  ...{ embedded: true, host: 'localhost' },
  ...{ siteUrl: 'http://localhost:3000', supabaseUrl: 'http://127.0.0.1:54321' },
};
const elsewhere = [
  { ...local, embedded: false },
  { ...local, siteUrl: 'https://countersign.example' },
  { ...local, supabaseUrl: 'https://project.supabase.co' },
  { ...local, host: '0.0.0.0' },
  { ...local, host: undefined },
];

type Evidence = Record<'method' | 'address' | 'origin' | 'message' | 'signed_bytes' | 'signature', string>;

function isSigned({ message, signed_bytes, signature, ...proof }: Evidence): boolean {
  const [said, signedBytes, signed] = [message, signed_bytes, signature].map((text) =>
    Buffer.from(text, 'base64'),
  );
  return verifyProof({ ...proof, version: 2, message: said, signedBytes, signature: signed } as ProofEvidence)
    .ok;
}

test('the test people have zero, one and three wallets with valid proofs, however often the site starts or is stopped', async () => {
  const stack = { ...local, supabaseUrl: backend.url, secretKey: backend.secretKey, chain: 'solana:mainnet' };
  // Each start is stopped after one more request, until one needs no more.
  const send = globalThis.fetch;
  for (let [end, sent] = [0, 0]; sent >= end; end++) {
    sent = 0;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const answer = sent > end ? undefined : await send(...request);
      if (!answer || ++sent > end) throw new Error('stopped');
      return answer;
    });
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await prepareForDevelopers(stack);
  }
  jest.restoreAllMocks();
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
  'test people and registration are on by themselves only where no other machine reaches the site: %o',
  async (place) => {
    expect(hasTestPeople(local)).toBe(true);
    expect(hasTestPeople(place)).toBe(false);
    if (!place.embedded) return;
    const asked = jest.spyOn(globalThis, 'fetch');
    expect(
      await prepareForDevelopers({ ...place, secretKey: 'sb_secret_1', chain: 'solana:mainnet' }),
    ).toEqual({});
    expect(asked).not.toHaveBeenCalled();
  },
);
