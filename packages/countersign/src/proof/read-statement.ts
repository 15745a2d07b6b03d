import { readMemoMessage } from './memo-transaction.ts';
import {
  frameFields,
  type ProofMethod,
  type SignInFields,
  type StatementFacts,
  versionOfText,
  type WrittenFrame,
  writeMemoText,
  writeSignInStatement,
  writeSignInText,
  writeStatement,
} from './statement.ts';

/** The contents of a statement about an account. It names the site by its host, and with a `URI` line also by its origin. */
export type ReadStatement = WrittenFrame & Omit<StatementFacts, 'origin'>;

/**
 * The text of a message: the message itself, or the text in its memo transaction.
 * @returns null unless the text is printable ASCII (with line feeds only outside memos), and a memo's transaction contains only
 * the text
 */
export function readMessageText(
  method: ProofMethod,
  message: Uint8Array,
  publicKey: Uint8Array,
): string | null {
  const bytes = method === 'memo' ? readMemoMessage(message, publicKey) : message;
  if (!bytes) return null;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return isPlain(method, text) ? text : null;
}

function isPlain(method: ProofMethod, text: string): boolean {
  return method === 'memo' ? /^[\x20-\x7e]+$/.test(text) : /^[\x20-\x7e\n]+$/.test(text);
}

const opening = '^(?<domain>\\S+) wants you to sign in with your Solana account:\\s(?<address>\\S+)\\s{1,2}';
const frame =
  '\\s{1,2}(?:URI: (?<uri>\\S+)\\s)?Version: 1\\sChain ID: (?<chain>\\S+)\\sNonce: (?<nonce>\\S+)' +
  '\\sIssued At: (?<issuedAt>\\S+)\\sExpiration Time: (?<expiresAt>\\S+)$';
// Non-greedy, so that a `URI` line is matched as part of the frame.
const accountText = new RegExp(
  `${opening}(?<first>Prove|Move) this wallet .*?the Countersign account ` +
    '(?:"(?<displayName>[^"]+)" \\(|with )ID (?<accountCode>[0-9A-Z]{4}-[0-9A-Z]{4})\\)?\\..+?' +
    frame,
);
const siteText = new RegExp(`${opening}Sign in to Countersign at .+?${frame}`);

/**
 * Parses a statement. The pattern only finds the values: writing a statement with them must give exactly the same text.
 * @returns null for any other text. Never throws.
 */
export function readStatement(method: ProofMethod, text: string): ReadStatement | null {
  const found = isPlain(method, text) ? accountText.exec(text)?.groups : undefined;
  const framed = readFrame(found);
  if (!found || !framed) return null;
  const said: ReadStatement = {
    ...framed,
    version: versionOfText(text),
    purpose: found.first === 'Move' ? 'move' : 'prove',
    accountCode: found.accountCode ?? '',
    displayName: found.displayName ?? null,
  };
  return writeText(method, frameFields(writeStatement(said), framed)) === text ? said : null;
}

/** Like readStatement, for a sign-in statement, which names the site but no account, and has version 1. */
export function readSiteStatement(
  method: ProofMethod,
  text: string,
): (WrittenFrame & Pick<ReadStatement, 'version'>) | null {
  const framed = isPlain(method, text) ? readFrame(siteText.exec(text)?.groups) : null;
  if (framed?.uri === undefined) return null;
  const origin = framed.uri;
  const isOurs = [true, false].some((opensAccount) => {
    const sentences = writeSignInStatement({ origin, opensAccount });
    return writeText(method, frameFields(sentences, framed)) === text;
  });
  return isOurs ? { ...framed, version: 1 } : null;
}

function readFrame(found: Record<string, string | undefined> | undefined): WrittenFrame | null {
  if (!found) return null;
  const { uri } = found;
  const framed: WrittenFrame = {
    domain: found.domain ?? '',
    ...(uri !== undefined && { uri }),
    address: found.address ?? '',
    chain: found.chain ?? '',
    nonce: found.nonce ?? '',
    issuedAt: new Date(found.issuedAt ?? ''),
    expiresAt: new Date(found.expiresAt ?? ''),
  };
  const isDated = !Number.isNaN(framed.issuedAt.getTime()) && !Number.isNaN(framed.expiresAt.getTime());
  return isDated && namesOneSite(framed) ? framed : null;
}

/** Whether the domain is a host as in browsers' origins, and equals the host of the `URI` line, if there is one. */
function namesOneSite({ domain, uri }: WrittenFrame): boolean {
  if (uri !== undefined) return isOrigin(uri) && new URL(uri).host === domain;
  return isOrigin(`https://${domain}`) || isOrigin(`http://${domain}`);
}

/** Whether a statement names this site. Without a `URI` line, it matches both http and https. */
export function namesSite({ domain, uri }: WrittenFrame, origin: string): boolean {
  return isOrigin(origin) && new URL(origin).host === domain && (uri === undefined || uri === origin);
}

function writeText(method: ProofMethod, fields: SignInFields): string {
  return method === 'memo' ? writeMemoText(fields) : writeSignInText(fields);
}

/** Whether this is a web page's origin, as browsers write it. Never throws. */
export function isOrigin(value: string | undefined): boolean {
  return (
    value !== undefined && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
  );
}
