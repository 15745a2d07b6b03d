import { base58 } from '@scure/base';
import { VersionedTransaction } from '@solana/web3.js';
import { RpcError } from './rpc-error.ts';

export type SentTransaction = {
  /** The sent bytes, known to be well formed. */
  bytes: Uint8Array;
  /** The fee payer's signature in base58, by which the transaction is known. */
  signature: string;
  /** The addresses in the transaction itself, base58; tables of addresses don't exist here. */
  addresses: string[];
  blockhash: string;
};

/** The size of a packet, Solana's own limit. */
const largestTransactionInBytes = 1232;

/**
 * Reads a transaction as `sendTransaction` takes it. Passes only bytes that read and write alike, because the virtual
 * machine ends the whole process over bytes it can't read. Throws RpcError.
 */
export function readTransaction(encoded: string, encoding: 'base58' | 'base64'): SentTransaction {
  const bytes = decode(encoded, encoding);
  if (bytes.length > largestTransactionInBytes) {
    throw new RpcError('invalidParams', `transaction too large: ${bytes.length} bytes (max: 1232)`);
  }
  const transaction = parse(bytes);
  const [first] = transaction.signatures;
  if (!first || !Buffer.from(transaction.serialize()).equals(bytes)) throw unreadable();
  return {
    bytes,
    signature: base58.encode(first),
    addresses: transaction.message.staticAccountKeys.map((key) => key.toBase58()),
    blockhash: transaction.message.recentBlockhash,
  };
}

function decode(encoded: string, encoding: 'base58' | 'base64'): Uint8Array {
  if (encoding === 'base64') return Buffer.from(encoded, 'base64');
  try {
    return base58.decode(encoded);
  } catch {
    throw unreadable();
  }
}

function parse(bytes: Uint8Array): VersionedTransaction {
  try {
    return VersionedTransaction.deserialize(bytes);
  } catch {
    throw unreadable();
  }
}

function unreadable(): RpcError {
  return new RpcError('invalidParams', 'failed to deserialize the transaction');
}
