import { readMemoMessage } from './memo-transaction.ts';
import {
  frameStatement,
  type ProofMethod,
  type SignInFields,
  type StatementFacts,
  type StatementFrame,
  signInFields,
  writeMemoText,
  writeSignInStatement,
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

const opening = '^\\S+ wants you to sign in with your Solana account:\\s(?<address>\\S+)\\s{1,2}';
const frame =
  '\\s{1,2}URI: (?<origin>\\S+)\\sVersion: 1\\sChain ID: (?<chain>\\S+)\\sNonce: (?<nonce>\\S+)' +
  '\\sIssued At: (?<issuedAt>\\S+)\\sExpiration Time: (?<expiresAt>\\S+)$';
const accountText = new RegExp(
  `${opening}(?<first>Prove|Move) this wallet (?:for|to) the Countersign account ` +
    '(?:"(?<displayName>[^"]+)" \\(|with )ID (?<accountCode>[0-9A-Z]{4}-[0-9A-Z]{4})\\)?\\..+' +
    frame,
);
const siteText = new RegExp(`${opening}Sign in to Countersign at .+${frame}`);

/**
 * What a statement says. The pattern only finds the values: a text is a statement when writing what was found gives
 * the same text again, to the last character.
 * @returns null for every other text. Never throws.
 */
export function readStatement(method: ProofMethod, text: string): StatementFacts | null {
  const found = accountText.exec(text)?.groups;
  const framed = readFrame(found);
  if (!found || !framed) return null;
  const facts: StatementFacts = {
    ...framed,
    purpose: found.first === 'Move' ? 'move' : 'prove',
    accountCode: found.accountCode ?? '',
    displayName: found.displayName ?? null,
  };
  return writeText(method, signInFields(facts)) === text ? facts : null;
}

/** As readStatement, for one that was signed to sign in: it names the site and no account. */
export function readSiteStatement(method: ProofMethod, text: string): StatementFrame | null {
  const framed = readFrame(siteText.exec(text)?.groups);
  if (!framed) return null;
  const isOurs = [true, false].some((opensAccount) => {
    const sentences = writeSignInStatement({ origin: framed.origin, opensAccount });
    return writeText(method, frameStatement(sentences, framed)) === text;
  });
  return isOurs ? framed : null;
}

function readFrame(found: Record<string, string> | undefined): StatementFrame | null {
  if (!found || !isOrigin(found.origin)) return null;
  const framed: StatementFrame = {
    origin: found.origin ?? '',
    address: found.address ?? '',
    chain: found.chain ?? '',
    nonce: found.nonce ?? '',
    issuedAt: new Date(found.issuedAt ?? ''),
    expiresAt: new Date(found.expiresAt ?? ''),
  };
  const isDated = !Number.isNaN(framed.issuedAt.getTime()) && !Number.isNaN(framed.expiresAt.getTime());
  return isDated ? framed : null;
}

function writeText(method: ProofMethod, fields: SignInFields): string {
  return method === 'memo' ? writeMemoText(fields) : writeSignInText(fields);
}

/** Whether this is the origin of a web page, written as browsers write it. Never throws. */
export function isOrigin(value: string | undefined): boolean {
  return (
    value !== undefined && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
  );
}
