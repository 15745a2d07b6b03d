import 'server-only';
import { wrapUnsigned, writeMemoMessage } from 'countersign/proof/memo-transaction';
import {
  type ProofMethod,
  type SignInFields,
  writeMemoText,
  writeSignInText,
} from 'countersign/proof/statement';

/** A statement for a wallet to sign. Bytes are base64. */
export type PreparedStatement = {
  method: ProofMethod;
  address: string;
  text: string;
  fields: SignInFields;
  /** The exact bytes to sign: the text, or for a memo its transaction's message. */
  message: string;
  /** For a memo: the unsigned transaction, as `solana:signTransaction` takes it. */
  transaction: string | null;
  /** ISO 8601. */
  expiresAt: string;
};

/** Writes the text and bytes for this method. Throws a RangeError for fields that a statement can't contain. */
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
