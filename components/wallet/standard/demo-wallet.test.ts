import { webcrypto } from 'node:crypto';
import { createSignInMessageText } from '@solana/wallet-standard-util';
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { signInFields, writeSignInText as writeStatementText } from 'countersign/proof/statement';
import { type ProofEvidence, verifyProof } from 'countersign/proof/verify';
import { signOffchain, signTransactionBytes, writeSignInText } from './demo-wallet';

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const full = {
  statement: 'Prove this wallet.',
  uri: 'https://site.example/wallets',
  version: '1',
  chainId: 'solana:mainnet',
  nonce: 'abcdef1234567890',
  issuedAt: '2026-11-20T09:00:00.000Z',
  expirationTime: '2026-11-20T09:05:00.000Z',
  notBefore: '2026-11-20T09:00:00.000Z',
  requestId: '7F3K',
  resources: ['https://site.example/a', 'https://site.example/b'],
};

describe('the sign-in text of the demo wallet', () => {
  it('matches the specification line by line', () => {
    expect(writeSignInText(full, 'site.example:3000', address)).toBe(
      [
        'site.example:3000 wants you to sign in with your Solana account:',
        address,
        '',
        'Prove this wallet.',
        '',
        'URI: https://site.example/wallets',
        'Version: 1',
        'Chain ID: solana:mainnet',
        'Nonce: abcdef1234567890',
        'Issued At: 2026-11-20T09:00:00.000Z',
        'Expiration Time: 2026-11-20T09:05:00.000Z',
        'Not Before: 2026-11-20T09:00:00.000Z',
        'Request ID: 7F3K',
        'Resources:',
        '- https://site.example/a',
        '- https://site.example/b',
      ].join('\n'),
    );
  });

  it.each([
    ['everything', full],
    ['nothing', {}],
    ['a statement only', { statement: 'Hello' }],
    ['fields only', { nonce: 'abcdefgh', version: '1' }],
    ['no resources in the list', { resources: [] }],
  ])("matches other wallets' text, given %s", (_given, input) => {
    const theirs = createSignInMessageText({ ...input, domain: 'site.example', address });
    expect(writeSignInText(input, 'site.example', address)).toBe(theirs);
  });

  it.each([
    { statement: 'Hello\n\nURI: https://evil.example' },
    { nonce: 'abcdefgh\nIssued At: 1970' },
    { resources: ['https://site.example\n- https://evil.example'] },
  ])('refuses a field that fakes more lines', (input) => {
    expect(() => writeSignInText(input, 'site.example', address)).toThrow(RangeError);
  });

  it('refuses a domain that fakes more lines', () => {
    expect(() => writeSignInText({}, 'a\nb', address)).toThrow(RangeError);
  });
});

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

describe('the demo wallet signs off-chain messages', () => {
  const ask = (message: string, ...requiredSigners: Uint8Array[]) =>
    ({ messageVersion: 1, message, requiredSigners, account: {} as never }) as const;

  it('that the check accepts for a statement, alone', async () => {
    const { publicKey, key, sign } = await makeSigner();
    const origin = 'https://site.example';
    const text = writeStatementText(
      signInFields({
        ...{ version: 2, purpose: 'prove', origin, address: key.toBase58(), chain: 'solana:mainnet' },
        ...{ accountCode: '7F3K-2Q9D', displayName: null, nonce: 'abcdef1234567890' },
        ...{ issuedAt: new Date(full.issuedAt), expiresAt: new Date(full.expirationTime) },
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
