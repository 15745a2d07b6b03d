import { readMemoMessage } from './memo-transaction.ts';
import {
  type ProofMethod,
  type StatementFacts,
  signInFields,
  writeMemoText,
  writeSignInText,
} from './statement.ts';

/**
 * The text that a message carries: the message itself, or what stands in its memo transaction.
 * @returns null when it is not plain text, printable ASCII with line feeds only outside of memos, or when a memo's
 * transaction holds anything besides.
 */
export function readMessageText(
  method: ProofMethod,
  message: Uint8Array,
  publicKey: Uint8Array,
): string | null {
  const bytes = method === 'memo' ? readMemoMessage(message, publicKey) : message;
  if (!bytes) return null;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const isPlain = method === 'memo' ? /^[\x20-\x7e]+$/.test(text) : /^[\x20-\x7e\n]+$/.test(text);
  return isPlain ? text : null;
}

const wholeText = new RegExp(
  '^\\S+ wants you to sign in with your Solana account:\\s(?<address>\\S+)' +
    '\\s{1,2}(?<first>Prove|Move) this wallet (?:for|to) the Countersign account ' +
    '(?:"(?<displayName>[^"]+)" \\(|with )ID (?<accountCode>[0-9A-Z]{4}-[0-9A-Z]{4})\\)?\\..+' +
    '\\s{1,2}URI: (?<origin>\\S+)\\sVersion: 1\\sChain ID: (?<chain>\\S+)\\sNonce: (?<nonce>\\S+)' +
    '\\sIssued At: (?<issuedAt>\\S+)\\sExpiration Time: (?<expiresAt>\\S+)$',
);

/**
 * What a statement says. The pattern only finds the values: a text is a statement when writing what was found gives
 * the same text again, to the last character.
 * @returns null for every other text. Never throws.
 */
export function readStatement(method: ProofMethod, text: string): StatementFacts | null {
  const found = wholeText.exec(text)?.groups;
  if (!found || !isOrigin(found.origin)) return null;
  const facts: StatementFacts = {
    purpose: found.first === 'Move' ? 'move' : 'prove',
    origin: found.origin ?? '',
    address: found.address ?? '',
    chain: found.chain ?? '',
    accountCode: found.accountCode ?? '',
    displayName: found.displayName ?? null,
    nonce: found.nonce ?? '',
    issuedAt: new Date(found.issuedAt ?? ''),
    expiresAt: new Date(found.expiresAt ?? ''),
  };
  if (Number.isNaN(facts.issuedAt.getTime()) || Number.isNaN(facts.expiresAt.getTime())) return null;
  const fields = signInFields(facts);
  const again = method === 'memo' ? writeMemoText(fields) : writeSignInText(fields);
  return again === text ? facts : null;
}

/** Whether this is the origin of a web page, written as browsers write it. Never throws. */
export function isOrigin(value: string | undefined): boolean {
  return (
    value !== undefined && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
  );
}
