import { base58 } from '@scure/base';
import { Message, PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js';
import { facts2, owner } from '../testing/signed-statements.ts';
import { readMemoMessage, unwrapSigned, wrapUnsigned, writeMemoMessage } from './memo-transaction.ts';
import { type StatementFacts, signInFields, writeMemoText } from './statement.ts';

const { address, publicKey } = owner;
const facts: StatementFacts = {
  ...{ ...facts2, purpose: 'move', chain: 'solana:localnet' },
  ...{ displayName: 'x'.repeat(32), nonce: 'f'.repeat(32) },
};

/** Host names have at most 253 characters. */
const longestOrigin = `https://${'a'.repeat(60)}.${'b'.repeat(192)}:65535`;

describe('a memo transaction', () => {
  const memo = writeMemoText(signInFields(facts));
  const message = writeMemoMessage(publicKey, memo);

  it("parses in web3.js as one memo, paid and signed only by the address, with no block's hash", () => {
    const { feePayer, instructions, signatures, recentBlockhash } = Transaction.from(wrapUnsigned(message));
    expect(feePayer?.toBase58()).toBe(address);
    expect(signatures.map((signature) => signature.publicKey.toBase58())).toEqual([address]);
    expect(recentBlockhash).toBe(PublicKey.default.toBase58());
    expect(instructions).toHaveLength(1);
    expect(instructions[0]?.programId.toBase58()).toBe('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
    expect(instructions[0]?.keys).toEqual([]);
    expect(instructions[0]?.data.toString('ascii')).toBe(memo);
  });

  it('keeps its bytes when web3.js parses it as a legacy or versioned transaction and serializes it', () => {
    const transaction = wrapUnsigned(message);
    expect(Uint8Array.from(Message.from(message).serialize())).toEqual(message);
    expect(Uint8Array.from(Transaction.from(transaction).serializeMessage())).toEqual(message);
    expect(VersionedTransaction.deserialize(transaction).serialize()).toEqual(transaction);
  });

  it.each([1, 127, 128, 129, 1000])('carries a text of %i characters', (length) => {
    const [instruction] = Message.from(writeMemoMessage(publicKey, 'x'.repeat(length))).instructions;
    expect(base58.decode(instruction?.data ?? '')).toHaveLength(length);
  });

  it('fits into a Solana transaction with the longest values', () => {
    const longest = writeMemoText(signInFields({ ...facts, origin: longestOrigin }));
    expect(wrapUnsigned(writeMemoMessage(publicKey, longest)).length).toBeLessThanOrEqual(1232);
  });

  it('throws above 1232 bytes', () => {
    const room = 1232 - wrapUnsigned(writeMemoMessage(publicKey, 'x'.repeat(128))).length;
    expect(wrapUnsigned(writeMemoMessage(publicKey, 'x'.repeat(128 + room)))).toHaveLength(1232);
    expect(() => writeMemoMessage(publicKey, 'x'.repeat(129 + room))).toThrow(RangeError);
  });

  it('encodes the length of its text in one byte below 128, and in two from 128', () => {
    const lengthOf = (characters: number) => writeMemoMessage(publicKey, 'x'.repeat(characters)).length;
    expect([lengthOf(1), lengthOf(127), lengthOf(128)]).toEqual([103 + 1 + 1, 103 + 1 + 127, 103 + 2 + 128]);
  });

  it.each([1, 127, 128, 129, 1000, 1062])('is read back with a text of %i characters', (length) => {
    const text = 'x'.repeat(length);
    const memo = readMemoMessage(writeMemoMessage(publicKey, text), publicKey);
    expect(new TextDecoder().decode(memo ?? undefined)).toBe(text);
  });

  it('is refused, without an error, if it is too long or too short', () => {
    const longest = writeMemoMessage(publicKey, 'x'.repeat(1062));
    expect(longest).toHaveLength(1232 - 65);
    for (const message of [Uint8Array.of(...longest, 120), new Uint8Array(5000), longest.subarray(0, 100)])
      expect(readMemoMessage(message, publicKey)).toBeNull();
    expect(readMemoMessage(new Uint8Array(0), publicKey)).toBeNull();
  });
});

describe('unwrapSigned', () => {
  it('splits signature and message', () => {
    const signature = new Uint8Array(64).fill(7);
    const message = Uint8Array.of(1, 2, 3);
    expect(unwrapSigned(Uint8Array.of(1, ...signature, ...message))).toEqual({ signature, message });
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['no signature', Uint8Array.of(0, ...new Uint8Array(80))],
    ['two signatures', Uint8Array.of(2, ...new Uint8Array(200))],
    ['a signature without a message', Uint8Array.of(1, ...new Uint8Array(64))],
  ])('returns null for %s', (_, transaction) => {
    expect(unwrapSigned(transaction)).toBeNull();
  });
});
