import { isPlainName } from './display-name.ts';

/** Ways a wallet can sign a statement, best first. `memo` is for hardware wallets that sign nothing else. */
export const proofMethods = ['sign_in', 'sign_message', 'memo'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** `move` takes the wallet from the account that has it now. */
export type ProofPurpose = 'prove' | 'move';

/** Why a statement is issued to someone signed in. `confirm` confirms the person and becomes no proof. */
export type ChallengePurpose = ProofPurpose | 'confirm';

/**
 * Versions of statements. Version 1 has a `URI` line, without which Supabase's Auth accepts no text as a sign-in: until
 * it expires, text and signature are a credential. Version 2 has no such line and other sentences.
 */
export type StatementVersion = 1 | 2;

/** Every statement is bound to these, whatever its sentences say. */
type StatementFrame = {
  /** The site's origin; its host, port included, is the domain that the wallet compares with the page's. */
  origin: string;
  address: string;
  /** Like `solana:mainnet`: Supabase and wallets refuse a bare `mainnet`. */
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
 * The sentences that people read before they sign, in ASCII. They name the account, so that someone shown another
 * person's statement sees whose it is, and leave out a name that could fake anything. Public proofs are checked against
 * these words: other words need another version.
 */
export function writeStatement({ version, purpose, ...names }: WhatIsProven): string {
  const first = firstSentences[version][purpose](nameAccount(names));
  return `${first} Continue only if that is your account. This costs nothing and moves no funds.`;
}

type WhatIsProven = AccountNames & Pick<StatementFacts, 'version' | 'purpose'>;

const firstSentences: Record<StatementVersion, Record<ProofPurpose, (account: string) => string>> = {
  1: {
    prove: (account) => `Prove this wallet for ${account}.`,
    move: (account) => `Move this wallet to ${account}. It leaves the account it is proven on now.`,
  },
  2: {
    prove: (account) => `Prove this wallet for ${account}. It can then be used to sign in to that account.`,
    move: (account) =>
      `Move this wallet from the account it is proven on now to ${account}. It can then be used to sign in to that account.`,
  },
};

function nameAccount({ accountCode, displayName }: AccountNames): string {
  return displayName && isPlainName(displayName)
    ? `the Countersign account "${displayName}" (ID ${accountCode})`
    : `the Countersign account with ID ${accountCode}`;
}

/**
 * The sentences before someone confirms with a wallet that it is them. They say what it allows, so that nobody signs it
 * for another person's browser.
 */
export function writePresenceStatement(names: AccountNames): string {
  return `Confirm that it is you for ${nameAccount(names)}. For 10 minutes, the browser that asks may change that account. Continue only if that is your account and your browser. This costs nothing and moves no funds.`;
}

/**
 * The sentences before a signed-out person signs. They name the site, since there is no account to name yet, and never
 * depend on the wallet: who asks for an address must not learn whether it has an account.
 * @param opensAccount whether a wallet that is on no account gets one by this signature.
 */
export function writeSignInStatement({ origin, opensAccount }: { origin: string; opensAccount: boolean }) {
  const account = opensAccount
    ? ' If it is on no account there, this creates one and proves the wallet for it.'
    : '';
  return `Sign in to Countersign at ${new URL(origin).host} with this wallet.${account} Continue only if you are on that site. This costs nothing and moves no funds.`;
}

/** The fields of Sign in with Solana, as `solana:signIn` takes them. Throws when the origin or a date is none. */
export function signInFields(facts: StatementFacts): SignInFields {
  const write = facts.version === 1 ? frameSignIn : frameStatement;
  return write(writeStatement(facts), facts);
}

/**
 * As `signInFields`, around given sentences, without a `uri`: a wallet that gets none may not write one (Wallet
 * Standard), and without that line the text signs nobody in at Auth.
 */
export function frameStatement(sentences: string, { origin, ...frame }: StatementFrame): SignInFields {
  return frameFields(sentences, { ...frame, domain: new URL(origin).host });
}

/** As `frameStatement`, for signing in at Auth: the signature is a credential until the text expires. */
export function frameSignIn(sentences: string, { origin, ...frame }: StatementFrame): SignInFields {
  return frameFields(sentences, { ...frame, domain: new URL(origin).host, uri: origin });
}

/** A frame as the text has it: `uri` only where it has that line. */
export type WrittenFrame = Omit<StatementFrame, 'origin'> & {
  /** The host, port included. */
  domain: string;
  /** The origin. */
  uri?: string;
};

/** As `frameStatement`, for fields that were read. */
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
  /** Of Sign in with Solana, always `1`. */
  version: string;
  chainId: string;
  nonce: string;
  issuedAt: string;
  expirationTime: string;
};

/** The first line of every statement; the second is the address. */
export function writeOpening(domain: string): string {
  return `${domain} wants you to sign in with your Solana account:`;
}

/**
 * The whole text, in the wallets' order of these fields; its bytes are signed. Wallets write it themselves, so only an
 * exact match passes. Throws a RangeError for anything but printable ASCII: a line break could fake the lines after it,
 * and a hardware wallet shows nothing else.
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

/** The same text on one line: the screens of hardware wallets show no line breaks. Throws like writeSignInText. */
export function writeMemoText(fields: SignInFields): string {
  return writeSignInText(fields).split('\n').filter(Boolean).join(' ');
}

/** Which version a text can be of: nothing else in a statement of ours can hold these four characters. */
export function versionOfText(text: string): StatementVersion {
  return text.includes('URI:') ? 1 : 2;
}
