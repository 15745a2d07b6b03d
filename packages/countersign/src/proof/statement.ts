import { base64 } from '@scure/base';
import { isPlainName } from './display-name.ts';
import { wrapUnsigned, writeMemoMessage } from './memo-transaction.ts';

/**
 * Methods to sign a statement, best first. `sign_offchain_message` never signs in, and `memo` is for hardware wallets that can sign
 * only transactions.
 */
export const proofMethods = ['sign_offchain_message', 'sign_in', 'sign_message', 'memo'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** `move` removes the wallet from its current account. */
export type ProofPurpose = 'prove' | 'move';

/**
 * Why a statement is issued to a signed-in user. `move-and-delete` is a move of version 3. A `confirm` signature confirms the
 * user's presence and makes no proof.
 */
export type ChallengePurpose = ProofPurpose | 'move-and-delete' | 'confirm';

/**
 * Version 1 has a `URI` line, which Supabase's Auth requires for a sign-in. Until it expires, the text with its signature is
 * therefore a credential. Version 2 has no `URI` line, and other sentences. Version 3 has no `URI` line either; it only moves wallets, and
 * only its signature can delete the account that the wallet leaves. The site issues version 1 at sign-in, 3 for such a deletion, else 2.
 */
export type StatementVersion = 1 | 2 | 3;

/** The values that every statement contains besides its sentences. */
type StatementFrame = {
  /** The site's origin. Its host, port included, is the domain that the wallet compares with the page's. */
  origin: string;
  address: string;
  /** Like `solana:mainnet`. Supabase and wallets refuse a bare `mainnet`. */
  chain: string;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
};

type AccountNames = {
  /** Like `7F3K-2Q9D`. */
  accountCode: string;
  displayName: string | null;
};

export type StatementFacts = StatementFrame &
  AccountNames & { version: StatementVersion; purpose: ProofPurpose };

/**
 * The ASCII sentences that the user reads before signing. They name the account, so that a user who sees another user's
 * statement notices, and omit a name that could mislead. Public proofs are compared with these sentences, so changing them
 * requires a new version.
 */
export function writeStatement({ version, purpose, ...names }: WhatIsProven): string {
  const writeFirst = firstSentences[version][purpose];
  if (!writeFirst) throw new RangeError(`No statement of version ${version} can ${purpose} a wallet.`);
  const yours = version === 3 ? 'both accounts are yours' : 'that is your account';
  return `${writeFirst(nameAccount(names))} Continue only if ${yours}. This costs nothing and moves no funds.`;
}

type WhatIsProven = AccountNames & Pick<StatementFacts, 'version' | 'purpose'>;

/** Longer than any name, so that it stands in no other statement. */
const deletion = 'This deletes the account it is proven on now.';

type WriteFirst = (account: string) => string;
const firstSentences: Record<StatementVersion, Partial<Record<ProofPurpose, WriteFirst>>> = {
  1: {
    prove: (account) => `Prove this wallet for ${account}.`,
    move: (account) => `Move this wallet to ${account}. It leaves the account it is proven on now.`,
  },
  2: {
    prove: (account) => `Prove this wallet for ${account}. It can then be used to sign in to that account.`,
    move: (account) =>
      `Move this wallet from the account it is proven on now to ${account}. It can then be used to sign in to that account.`,
  },
  3: {
    move: (account) => `Move this wallet to ${account}. ${deletion}`,
  },
};

function nameAccount({ accountCode, displayName }: AccountNames): string {
  return displayName && isPlainName(displayName)
    ? `the Countersign account "${displayName}" (ID ${accountCode})`
    : `the Countersign account with ID ${accountCode}`;
}

/**
 * The sentences of a step-up with a wallet. They say what the signature allows, so that the user doesn't sign for another
 * user's browser.
 */
export function writePresenceStatement(names: AccountNames): string {
  return `Confirm that it is you for ${nameAccount(names)}. For 10 minutes, the browser that asks may change that account. Continue only if that is your account and your browser. This costs nothing and moves no funds.`;
}

/**
 * The sentences of a sign-in. They name the site, since there is no account to name yet, and don't depend on the wallet, so that
 * the requester doesn't learn whether an address has an account.
 * @param opensAccount whether the signature creates an account for a wallet without one
 */
export function writeSignInStatement({ origin, opensAccount }: { origin: string; opensAccount: boolean }) {
  const account = opensAccount
    ? ' If it is on no account there, this creates one and proves the wallet for it.'
    : '';
  return `Sign in to Countersign at ${new URL(origin).host} with this wallet.${account} Continue only if you are on that site. This costs nothing and moves no funds.`;
}

/** The statement's fields in the format of `solana:signIn`. Throws RangeError for an invalid date, TypeError for an invalid origin. */
export function signInFields(facts: StatementFacts): SignInFields {
  const write = facts.version === 1 ? frameSignIn : frameStatement;
  return write(writeStatement(facts), facts);
}

/**
 * Like `signInFields`, with given sentences and without `uri`. A wallet may not add a `URI` line then (Wallet Standard), and
 * Auth accepts no text without one as a sign-in.
 */
export function frameStatement(sentences: string, { origin, ...frame }: StatementFrame): SignInFields {
  return frameFields(sentences, { ...frame, domain: new URL(origin).host });
}

/** Like `frameStatement`, for a sign-in at Auth. The signature is a credential until the text expires. */
export function frameSignIn(sentences: string, { origin, ...frame }: StatementFrame): SignInFields {
  return frameFields(sentences, { ...frame, domain: new URL(origin).host, uri: origin });
}

/** The values of a text. `uri` is set only if the text has a `URI` line. */
export type WrittenFrame = Omit<StatementFrame, 'origin'> & {
  domain: string;
  uri?: string;
};

/** Like `frameStatement`, for parsed values. */
export function frameFields(sentences: string, { uri, ...frame }: WrittenFrame): SignInFields {
  return {
    domain: frame.domain,
    address: frame.address,
    statement: sentences,
    ...(uri !== undefined && { uri }),
    version: '1',
    chainId: frame.chain,
    nonce: frame.nonce,
    issuedAt: frame.issuedAt.toISOString(),
    expirationTime: frame.expiresAt.toISOString(),
  };
}

export type SignInFields = {
  domain: string;
  address: string;
  statement: string;
  uri?: string;
  /** The version of Sign in with Solana, always `1`. */
  version: string;
  chainId: string;
  nonce: string;
  issuedAt: string;
  expirationTime: string;
};

/** The first line of every statement. The second is the address. */
export function writeOpening(domain: string): string {
  return `${domain} wants you to sign in with your Solana account:`;
}

/**
 * The whole text to sign, with the fields in the order of wallets. Wallets write it themselves, so only an exact match is
 * accepted. Throws RangeError for anything but printable ASCII, because a line break could forge the lines after it, and
 * hardware wallets can't display other characters.
 */
export function writeSignInText(fields: SignInFields): string {
  if (!Object.values(fields).every((field) => /^[\x20-\x7e]+$/.test(field))) {
    throw new RangeError('A field of the statement is empty or not printable ASCII.');
  }
  return [
    writeOpening(fields.domain),
    fields.address,
    '',
    fields.statement,
    '',
    ...(fields.uri === undefined ? [] : [`URI: ${fields.uri}`]),
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    `Expiration Time: ${fields.expirationTime}`,
  ].join('\n');
}

/** The text on one line, since hardware wallets don't display line breaks. Throws like writeSignInText. */
export function writeMemoText(fields: SignInFields): string {
  return writeSignInText(fields).split('\n').filter(Boolean).join(' ');
}

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
    message: base64.encode(message),
    transaction: method === 'memo' ? base64.encode(wrapUnsigned(message)) : null,
    expiresAt: fields.expirationTime,
  };
}

/** The version that a text may have. Only the `URI` line of a statement can contain these four characters. */
export function versionOfText(text: string): StatementVersion {
  if (text.includes('URI:')) return 1;
  return text.includes(deletion) ? 3 : 2;
}
