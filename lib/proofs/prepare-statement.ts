import 'server-only';
import { wrapUnsigned, writeMemoMessage } from 'countersign/proof/memo-transaction';
import {
  type ProofMethod,
  type SignInFields,
  writeMemoText,
  writeSignInText,
} from 'countersign/proof/statement';

/** A statement as a wallet is asked to sign it. Bytes are base64. */
export type PreparedStatement = {
  method: ProofMethod;
  address: string;
  text: string;
  fields: SignInFields;
  /** The exact bytes to sign: the text, or for a memo the message of its transaction. */
  message: string;
  /** For a memo: the unsigned transaction around the message, as `solana:signTransaction` takes it. */
  transaction: string | null;
  /** ISO 8601. */
  expiresAt: string;
};

/** Writes what is signed by this method. Throws a RangeError for fields that no statement may hold. */
export function prepareStatement({
  fields,
  method,
  publicKey,
}: {
  fields: SignInFields;
  method: ProofMethod;
  publicKey: Uint8Array;
}): PreparedStatement {
  const text = method === 'memo' ? writeMemoText(fields) : writeSignInText(fields);
  const message = method === 'memo' ? writeMemoMessage(publicKey, text) : new TextEncoder().encode(text);
  return {
    method,
    address: fields.address,
    text,
    fields,
    message: toBase64(message),
    transaction: method === 'memo' ? toBase64(wrapUnsigned(message)) : null,
    expiresAt: fields.expirationTime,
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
