import { webcrypto } from 'node:crypto';
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { wrapUnsigned, writeMemoMessage } from 'countersign/proof/memo-transaction';
import { signInFields, writeSignInText } from 'countersign/proof/statement';
import { type ProofEvidence, verifyProof } from 'countersign/proof/verify';
import { signMemo, signOffchain } from './demo-wallet';

const other = new PublicKey(Uint8Array.from({ length: 32 }, (_, index) => index + 1));

async function makeSigner() {
  const pair = await webcrypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('Ed25519 keys come in pairs.');
  const publicKey = new Uint8Array(await webcrypto.subtle.exportKey('raw', pair.publicKey));
  const sign = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await webcrypto.subtle.sign('Ed25519', pair.privateKey, bytes));
  return { publicKey, key: new PublicKey(publicKey), sign };
}

describe('the demo wallet signs off-chain messages', () => {
  const ask = (message: string, ...requiredSigners: Uint8Array[]) =>
    ({ messageVersion: 1, message, requiredSigners, account: {} as never }) as const;

  it('that the check accepts for a statement, alone', async () => {
    const { publicKey, key, sign } = await makeSigner();
    const origin = 'https://site.example';
    const text = writeSignInText(
      signInFields({
        ...{ version: 2, purpose: 'prove', origin, address: key.toBase58(), chain: 'solana:mainnet' },
        ...{ accountCode: '7F3K-2Q9D', displayName: null, nonce: 'abcdef1234567890' },
        ...{ issuedAt: new Date('2026-11-20T09:00:00Z'), expiresAt: new Date('2026-11-20T09:05:00Z') },
      }),
    );
    const { signedOffchainMessage, signature } = await signOffchain(ask(text, publicKey), publicKey, sign);
    const evidence: ProofEvidence = {
      ...{ version: 2, method: 'sign_offchain_message', address: key.toBase58(), origin },
      ...{ message: new TextEncoder().encode(text), signedBytes: signedOffchainMessage, signature },
    };
    expect(verifyProof(evidence)).toMatchObject({ ok: true });
    for (const signers of [[], [other.toBytes()], [publicKey, other.toBytes()]])
      await expect(signOffchain(ask(text, ...signers), publicKey, sign)).rejects.toThrow(RangeError);
  });
});

describe('the demo wallet signs transactions', () => {
  it('that carry a statement, as web3.js checks them', async () => {
    const { publicKey, sign } = await makeSigner();
    const unsigned = wrapUnsigned(writeMemoMessage(publicKey, 'Prove this wallet.'));
    const signed = Transaction.from(await signMemo(unsigned, publicKey, sign));
    expect(signed.verifySignatures()).toBe(true);
  });

  it.each([
    ['of another key', (own: PublicKey) => transfer(other, own)],
    ['that moves funds', (own: PublicKey) => transfer(own, other)],
  ])('but none %s', async (_what, write) => {
    const { publicKey, key, sign } = await makeSigner();
    await expect(signMemo(write(key), publicKey, sign)).rejects.toThrow(RangeError);
  });
});

function transfer(from: PublicKey, to: PublicKey): Uint8Array {
  const transaction = new Transaction({ feePayer: from, recentBlockhash: PublicKey.default.toBase58() });
  transaction.add(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 1 }));
  return transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
}
