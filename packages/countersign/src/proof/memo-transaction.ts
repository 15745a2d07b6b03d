import { base58 } from '@scure/base';
import { isEqualBytes, joinBytes } from './bytes.ts';

const memoProgram = base58.decode('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** No block has this hash, so no validator accepts the transaction: a wallet can sign it, but it never lands. */
const noBlockhash = new Uint8Array(32);
/** Solana's limit for a transaction (PACKET_DATA_SIZE), which wallets enforce. */
const longestTransaction = 1232;
/** One signature and the count of signatures. */
const signaturesLength = 65;
/** The offset of the text's length in a memo message: after three counts, two keys, the blockhash, and the instruction's head. */
const textLengthAt = 3 + 1 + 64 + 32 + 3;

/**
 * Builds the message of a legacy transaction that carries a text and can never land. The address is fee payer and only signer; the
 * only instruction calls the Memo program with the text and without accounts.
 * @param memo ASCII on one line. Throws RangeError if the transaction would exceed 1232 bytes.
 */
export function writeMemoMessage(publicKey: Uint8Array, memo: string): Uint8Array {
  return writeMessage(publicKey, new TextEncoder().encode(memo));
}

/** The text's bytes in a memo message of this signer. @returns null unless writeMemoMessage builds exactly this message */
export function readMemoMessage(message: Uint8Array, publicKey: Uint8Array): Uint8Array | null {
  if (message.length > longestTransaction - signaturesLength) return null;
  const isShort = (message[textLengthAt] ?? 0) < 0x80;
  const memo = message.subarray(textLengthAt + (isShort ? 1 : 2));
  return isEqualBytes(writeMessage(publicKey, memo), message) ? memo : null;
}

/** The transaction of a message, with an empty signature for the wallet to fill in. */
export function wrapUnsigned(message: Uint8Array): Uint8Array {
  return joinBytes([1], new Uint8Array(64), message);
}

/**
 * Splits a signed transaction.
 * @returns null unless it has exactly one signature
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
    // One signer, no read-only signer, one read-only account that doesn't sign: the program.
    [1, 0, 1],
    [2],
    publicKey,
    memoProgram,
    noBlockhash,
    // One instruction: its program is account 1, it has no accounts, and its data is the text.
    [1, 1, 0],
    compactCount(memo.length),
    memo,
  );
  if (message.length + signaturesLength > longestTransaction) {
    throw new RangeError('The statement is too long for a transaction.');
  }
  return message;
}

/** Solana's compact-u16: seven bits per byte, lowest first. Two bytes suffice for the size of a transaction. */
function compactCount(count: number): number[] {
  return count < 0x80 ? [count] : [(count & 0x7f) | 0x80, count >> 7];
}
