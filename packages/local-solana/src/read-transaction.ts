import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { VersionedTransaction } from '@solana/web3.js';
import { RpcError } from './rpc-error.ts';

/** Solana's limit, the size of a packet. */
const largestTransactionInBytes = 1232;

/** Reads a legacy or v0 transaction and verifies every required signature. Throws RpcError. */
export function readTransaction(encoded: string, encoding: 'base58' | 'base64'): VersionedTransaction {
  const transaction = parse(encoded, encoding);
  const { message, signatures } = transaction;
  const bytes = message.serialize();
  const isSigned = signatures.every((signature, index) => {
    const key = message.staticAccountKeys[index]?.toBytes();
    return key && ed25519.verify(signature, bytes, key, { zip215: false });
  });
  if (!isSigned || signatures.length === 0)
    throw new RpcError('signatureInvalid', 'Transaction signature verification failure');
  return transaction;
}

function parse(encoded: string, encoding: 'base58' | 'base64'): VersionedTransaction {
  try {
    const bytes = encoding === 'base64' ? Buffer.from(encoded, 'base64') : base58.decode(encoded);
    const transaction = VersionedTransaction.deserialize(bytes);
    // Refuses bytes that serialization wouldn't produce, such as trailing ones, which `deserialize` ignores.
    if (bytes.length <= largestTransactionInBytes && Buffer.from(transaction.serialize()).equals(bytes))
      return transaction;
  } catch {
    // web3.js throws several kinds of plain errors.
  }
  throw new RpcError('invalidParams', 'failed to deserialize the transaction');
}
