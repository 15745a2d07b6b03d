import { webcrypto } from 'node:crypto';
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { signTransactionBytes } from './sign-transaction-bytes';

const blockhash = PublicKey.default.toBase58();
const other = new PublicKey(Uint8Array.from({ length: 32 }, (_, index) => index + 1));

async function makeSigner() {
  const pair = await webcrypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('Ed25519 keys come in pairs.');
  const publicKey = new Uint8Array(await webcrypto.subtle.exportKey('raw', pair.publicKey));
  const sign = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await webcrypto.subtle.sign('Ed25519', pair.privateKey, bytes));
  return { publicKey, key: new PublicKey(publicKey), sign };
}

function transfer(from: PublicKey) {
  return SystemProgram.transfer({ fromPubkey: from, toPubkey: other, lamports: 1 });
}

describe('the demo wallet signs transactions', () => {
  it('of the legacy kind, as web3.js checks them', async () => {
    const { publicKey, key, sign } = await makeSigner();
    const unsigned = new Transaction({ feePayer: key, recentBlockhash: blockhash }).add(transfer(key));
    const bytes = unsigned.serialize({ requireAllSignatures: false, verifySignatures: false });
    const signed = Transaction.from(await signTransactionBytes(bytes, publicKey, sign));
    expect(signed.verifySignatures()).toBe(true);
  });

  it("of version 0, at its own key's index when another key pays", async () => {
    const { publicKey, key, sign } = await makeSigner();
    const message = new TransactionMessage({
      payerKey: other,
      recentBlockhash: blockhash,
      instructions: [transfer(key)],
    });
    const bytes = new VersionedTransaction(message.compileToV0Message()).serialize();
    const signed = VersionedTransaction.deserialize(await signTransactionBytes(bytes, publicKey, sign));
    expect(signed.signatures[0]?.every((byte) => byte === 0)).toBe(true);
    const own = await sign(Uint8Array.from(signed.message.serialize()));
    expect(Uint8Array.from(signed.signatures[1] ?? [])).toEqual(own);
  });

  it("but none that doesn't require its key", async () => {
    const { publicKey, sign } = await makeSigner();
    const unsigned = new Transaction({ feePayer: other, recentBlockhash: blockhash }).add(transfer(other));
    const bytes = unsigned.serialize({ requireAllSignatures: false, verifySignatures: false });
    await expect(signTransactionBytes(bytes, publicKey, sign)).rejects.toThrow(RangeError);
  });

  it.each([
    ['nothing', []],
    ['a count alone', [1]],
    ['an endless count', [0xff, 0xff, 0xff, 0xff]],
    ['an unknown version', [0, 0x81, 1, 0, 0, 1]],
    ['keys that are cut off', [1, ...new Array(64).fill(0), 1, 0, 0, 1, 9]],
    ['more signers than keys', [1, ...new Array(64).fill(0), 1, 0, 0, 0]],
  ])('and refuses %s', async (_what, bytes) => {
    const { publicKey, sign } = await makeSigner();
    await expect(signTransactionBytes(Uint8Array.from(bytes), publicKey, sign)).rejects.toThrow(RangeError);
  });
});
