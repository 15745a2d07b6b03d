import { randomBytes } from 'node:crypto';
import {
  accepted,
  callAsServer,
  describeChallenge,
  makeAddress,
  type Person,
  proveNewWallet,
  signUpPerson,
} from './testing/person.ts';
import { sharedBackend } from './testing/share-backend';

const backend = sharedBackend();

/** A statement of version 1, which Auth accepts as a sign-in until it expires. */
function writeSignInThatExpires(at: Date): string {
  return [
    'localhost:3000 wants you to sign in with your Solana account:',
    ...[makeAddress(), '', 'Prove this wallet.', '', 'URI: http://localhost:3000', 'Version: 1'],
    `Nonce: ${randomBytes(16).toString('hex')}`,
    `Expiration Time: ${at.toISOString()}`,
  ].join('\n');
}
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

type Evidence = { message?: string; signed_bytes?: string; signature?: string; evidence_at?: string };

/** The evidence of a proof as the public gets it, alone and on its owner's page, and as its owner does. */
async function readEvidence(person: Person, proofId: string): Promise<Evidence[]> {
  const shown = await callAsServer<{ proof: Evidence }>(backend, 'read_public_proof', {
    p_proof_id: proofId,
  });
  const ownPage = await callAsServer<{ id: string }>(backend, 'describe_public_page', { ...person.bound });
  const page = await callAsServer<{ proofs: { proof: Evidence }[] }>(backend, 'read_public_page', {
    p_id: accepted(ownPage).id,
  });
  const exported = await callAsServer<{ id: string; proof: Evidence }[]>(backend, 'export_proofs', {
    p_user_id: person.bound.p_user_id,
    p_after: null,
    p_at_most: 100,
  });
  const own = accepted(exported).find(({ id }) => id === proofId);
  return [accepted(shown).proof, accepted(page).proofs[0]?.proof ?? {}, own?.proof ?? {}];
}

async function publishNewProof(): Promise<{ person: Person; proofId: string; walletId: string }> {
  const person = await signUpPerson(backend);
  const { proofId, walletId } = await proveNewWallet(backend, person);
  const asked = { ...person.bound, p_wallet_id: walletId, p_is_public: true, p_device: null };
  expect((await callAsServer(backend, 'publish_wallet', asked)).refusal).toBeNull();
  const listed = { ...person.bound, p_wallet_id: walletId, p_is_listed: true, p_device: null };
  expect((await callAsServer(backend, 'list_wallet', listed)).refusal).toBeNull();
  return { person, proofId, walletId };
}

const rewrite = (proofId: string, message: string) =>
  callAsServer(backend, 'test_rewrite_message', { p_proof_id: proofId, p_message: message });

const hidden = { message: undefined, signed_bytes: undefined, signature: undefined };

describe('evidence that Auth could still accept as a sign-in is never published', () => {
  test.each([
    ['has five minutes left', 300],
    ['has just expired, by this clock', -1],
    ['expired half a minute ago', -30],
  ])('a proof whose sign-in text %s has only the time of its evidence', async (_, seconds) => {
    const { person, proofId } = await publishNewProof();
    const expiresAt = inSeconds(seconds);
    expect((await rewrite(proofId, writeSignInThatExpires(expiresAt))).refusal).toBeNull();
    for (const proof of await readEvidence(person, proofId)) {
      expect(proof).toMatchObject({ account_code: expect.any(String), address: expect.any(String) });
      expect({ ...hidden, ...proof }).toMatchObject(hidden);
      expect(new Date(proof.evidence_at ?? '')).toEqual(new Date(expiresAt.getTime() + 60_000));
    }
  });

  test('publishes evidence a minute after its text has expired', async () => {
    const { person, proofId } = await publishNewProof();
    const text = writeSignInThatExpires(inSeconds(-61));
    await rewrite(proofId, text);
    for (const proof of await readEvidence(person, proofId)) {
      expect(proof).toMatchObject({
        message: Buffer.from(text).toString('base64'),
        signature: expect.any(String),
      });
      expect(proof.evidence_at).toBeUndefined();
    }
  });

  test('publishes evidence at once if Auth never accepts its text', async () => {
    const { person, proofId } = await publishNewProof();
    for (const proof of await readEvidence(person, proofId)) {
      expect(proof).toMatchObject({ message: expect.any(String), signature: expect.any(String) });
    }
  });

  test.each([
    ['never expires', 'URI: http://localhost:3000\nVersion: 1'],
    ['expires at no time', 'URI: http://localhost:3000\nExpiration Time: tomorrow'],
    [
      'goes on after its expiry',
      'URI: http://localhost:3000\nExpiration Time: 2026-11-20T09:05:00.000Z\nNonce: 1',
    ],
  ])('refuses a proof with a text that Auth accepts and that %s', async (_, text) => {
    const { proofId } = await publishNewProof();
    expect((await rewrite(proofId, text)).refusal).toBe('400 proof.refused');
  });

  test.each(['prove', 'move', 'confirm'])('refuses a statement to %s that Auth accepts', async (purpose) => {
    const person = await signUpPerson(backend);
    const asked = describeChallenge(person, makeAddress(), purpose);
    const p_message = Buffer.from(writeSignInThatExpires(inSeconds(300))).toString('base64');
    const issued = await callAsServer(backend, 'issue_challenge', { ...asked, p_message });
    expect(issued.refusal).toBe('400 request.unexpected');
  });

  test('no column with bytes is readable, and only the listed functions return bytes', async () => {
    // An image from the owner's browser, not the wallet's response to a statement.
    expect(accepted(await callAsServer(backend, 'test_list_readable_bytes'))).toEqual([
      'authenticated wallets.wallet_icon',
    ]);
    const functions = accepted(await callAsServer<string[]>(backend, 'test_list_functions_of_bytes'));
    // A function added here has to use countersign_private.describe_proof, or return no signature.
    expect(functions.filter((name) => name.startsWith('countersign.'))).toEqual([
      // Returns the statement to the server, which has just sent its signature.
      'countersign.consume_challenge',
      'countersign.consume_sign_in_challenge',
      'countersign.export_proofs',
      // A wallet's icon, for its owner.
      'countersign.list_wallets',
      'countersign.read_public_page',
      'countersign.read_public_proof',
    ]);
  });
});
