/** Ways a wallet can sign a statement, best first. `memo` is for hardware wallets that sign nothing else. */
export const proofMethods = ['sign_in', 'sign_message', 'memo'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** `move` takes the wallet from the account that has it now. */
export type ProofPurpose = 'prove' | 'move';

/** What a statement is issued for to somebody signed in. `confirm` shows that it is them, and becomes no proof. */
export type ChallengePurpose = ProofPurpose | 'confirm';

/** What every statement is bound to, whatever its sentences say. */
export type StatementFrame = {
  /** The site's origin; its host, port included, is the domain that the wallet compares with the page's. */
  origin: string;
  address: string;
  /** Like `solana:mainnet`: Supabase and wallets refuse a bare `mainnet`. */
  chain: string;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
};

/** What a statement calls an account. */
export type AccountNames = {
  /** Like `7F3K-2Q9D`. */
  accountCode: string;
  displayName: string | null;
};

export type StatementFacts = StatementFrame & AccountNames & { purpose: ProofPurpose };

/** Only these can't leave the quotes around the name or begin a line of their own. */
const plainName = /^[A-Za-z0-9 ._-]{1,32}$/;
/** A name like `ID 7F3K-2Q9D` would pass for the code of another account. */
const namesCode = /(?<![a-z0-9])(?:id|[a-z0-9]{4}-[a-z0-9]{4})(?![a-z0-9])/i;

/**
 * The sentences that a person reads before they sign, in ASCII. They name the account, so that somebody who is shown
 * another person's statement sees whose it is; a name that could fake anything is left out. Public proofs of version 1
 * are checked against exactly these words: other words need another version.
 */
export function writeStatement({ purpose, ...names }: StatementFacts): string {
  const account = nameAccount(names);
  const first =
    purpose === 'move'
      ? `Move this wallet to ${account}. It leaves the account it is proven on now.`
      : `Prove this wallet for ${account}.`;
  return `${first} Continue only if that is your account. This costs nothing and moves no funds.`;
}

function nameAccount({ accountCode, displayName }: AccountNames): string {
  return displayName && plainName.test(displayName) && !namesCode.test(displayName)
    ? `the Countersign account "${displayName}" (ID ${accountCode})`
    : `the Countersign account with ID ${accountCode}`;
}

/**
 * The sentences before somebody confirms with a wallet that it is them. They say what it allows, so that nobody signs it
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
export function signInFields(facts: StatementFacts) {
  return frameStatement(writeStatement(facts), facts);
}

/** As `signInFields`, around sentences that were written before. */
export function frameStatement(statement: string, frame: StatementFrame) {
  return {
    domain: new URL(frame.origin).host,
    address: frame.address,
    statement,
    uri: frame.origin,
    version: '1',
    chainId: frame.chain,
    nonce: frame.nonce,
    issuedAt: frame.issuedAt.toISOString(),
    expirationTime: frame.expiresAt.toISOString(),
  };
}
export type SignInFields = ReturnType<typeof frameStatement>;

/** The first line of every statement; the second is the address. */
export function writeOpening(domain: string): string {
  return `${domain} wants you to sign in with your Solana account:`;
}

/**
 * The whole text, in the order that wallets write these fields; its bytes are what is signed. Wallets write it
 * themselves from the fields, as the demo wallet does with code of its own, so that only an exact match passes.
 * Throws a RangeError when a field holds anything but printable ASCII: a line break could fake the lines after it, and
 * a hardware wallet shows nothing else.
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
    `URI: ${fields.uri}`,
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
