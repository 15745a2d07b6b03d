import { base58 } from '@scure/base';
import { isEqualBytes, joinBytes } from './bytes.ts';

/** The Memo program, which does nothing but carry text. */
const memoProgram = base58.decode('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** No block has this hash, so no validator takes the transaction: it can be signed and can never land. */
const noBlockhash = new Uint8Array(32);
/** Solana's limit for a transaction (PACKET_DATA_SIZE), which wallets hold to. */
const longestTransaction = 1232;
/** One signature and their count. */
const signaturesLength = 65;
/** Bytes of a memo message before the length of its text: three counts, two keys, the blockhash, the instruction. */
const textLengthAt = 3 + 1 + 64 + 32 + 3;

/**
 * The message of a legacy transaction that carries a text and can never land. The address is fee payer and only signer;
 * the text is the one instruction for the Memo program, without accounts.
 * @param memo ASCII on one line. Throws a RangeError when the transaction would exceed 1232 bytes.
 */
export function writeMemoMessage(publicKey: Uint8Array, memo: string): Uint8Array {
  return writeMessage(publicKey, new TextEncoder().encode(memo));
}

/** The bytes of the text in a memo message of this signer. @returns null when it is not exactly such a message. */
export function readMemoMessage(message: Uint8Array, publicKey: Uint8Array): Uint8Array | null {
  if (message.length > longestTransaction - signaturesLength) return null;
  const isShort = (message[textLengthAt] ?? 0) < 0x80;
  const memo = message.subarray(textLengthAt + (isShort ? 1 : 2));
  return isEqualBytes(writeMessage(publicKey, memo), message) ? memo : null;
}

/** The transaction around a message, with an empty place for its one signature, as wallets want it. */
export function wrapUnsigned(message: Uint8Array): Uint8Array {
  return joinBytes([1], new Uint8Array(64), message);
}

/**
 * Splits a transaction from its one signature.
 * @returns null when it has another number of signatures.
 */
export function unwrapSigned(transaction: Uint8Array): { signature: Uint8Array; message: Uint8Array } | null {
  if (transaction[0] !== 1 || transaction.length <= signaturesLength) return null;
  return {
    signature: transaction.slice(1, signaturesLength),
    message: transaction.slice(signaturesLength),
  };
}

function writeMessage(publicKey: Uint8Array, memo: Uint8Array): Uint8Array {
  const message = joinBytes(
    // One signer, none of the signers read-only, one read-only account besides: the program.
    [1, 0, 1],
    [2],
    publicKey,
    memoProgram,
    noBlockhash,
    // One instruction: account 1 is its program, it has no accounts, and this data.
    [1, 1, 0],
    compactCount(memo.length),
    memo,
  );
  if (message.length + signaturesLength > longestTransaction) {
    throw new RangeError('The statement is too long for a transaction.');
  }
  return message;
}

/** Solana's compact count: seven bits a byte, lowest first. Two bytes are enough for what a transaction holds. */
function compactCount(count: number): number[] {
  return count < 0x80 ? [count] : [(count & 0x7f) | 0x80, count >> 7];
}
