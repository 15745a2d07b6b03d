import { CountersignError } from '../countersign-error.ts';
import type { Person } from './person.ts';
import type { Wallet, WalletsAnswer } from './wallets.ts';

/** The app checks each requirement itself, whatever it requested from the site. */
export type WalletRequirement = {
  /** An address, or `any`. Default: `any`. */
  wallet?: string;
  /** The wallet's chain, such as `solana:mainnet`. */
  walletChain?: string;
  /** The maximum age of the proof, in seconds. */
  walletMaxAge?: number;
};

/** Milliseconds that this clock may be ahead of the site's, which has already checked the age. */
const leeway = 60_000;

export type Member = { person: Person; wallets: [Wallet, ...Wallet[]] };

/** @throws CountersignError `settings` if the site or a page would ignore this age */
function checkAge(name: string, seconds: number | undefined): void {
  // A string would be joined to a time instead of added.
  if (seconds !== undefined && !(Number.isInteger(seconds) && seconds >= 0 && seconds < 1e9))
    throw new CountersignError('settings', `Set ${name} to whole seconds, of at most nine digits.`);
}

/** @returns null if signed out, or if no wallet meets the requirement */
export function findMember(answer: WalletsAnswer, required: WalletRequirement): Member | null {
  const { wallet = 'any', walletChain, walletMaxAge } = required;
  if (wallet === 'new')
    throw new CountersignError(
      'settings',
      "Require any wallet or an address. For a new one, link to signInUrl({ wallet: 'new' }).",
    );
  checkAge('walletMaxAge', walletMaxAge);
  if (answer.status !== 'ready') return null;
  const [first, ...others] = answer.wallets.filter(
    (one) =>
      (wallet === 'any' || one.address === wallet) &&
      (walletChain === undefined || one.chain === walletChain) &&
      (walletMaxAge === undefined || Date.parse(one.provenAt) > Date.now() - walletMaxAge * 1000 - leeway),
  );
  return first ? { person: answer.person, wallets: [first, ...others] } : null;
}

/** The app checks this too, since a person can change the address of a request. */
export type PersonRequirement = {
  /** `urn:countersign:2fa` requires a second factor. */
  acr?: string;
  /** The maximum age of the last sign-in or confirmation at the site, in seconds. */
  maxAge?: number;
};

/** Weakest first. */
const acrs = ['urn:countersign:1fa', 'urn:countersign:2fa'];

/** @returns null if signed out, or if a step-up is required */
export function findPerson(person: Person | null, { acr, maxAge }: PersonRequirement = {}): Person | null {
  if (acr !== undefined && !acrs.includes(acr))
    throw new CountersignError('settings', `Require the acr ${acrs.join(' or ')}.`);
  checkAge('maxAge', maxAge);
  const isMet = (acr === undefined || hasAcr(person, acr)) && isRecent(person, maxAge, Date.now() - leeway);
  return isMet ? person : null;
}

/** Drops values of no known strength. @returns null if none is left */
export function knownAcrs(wanted: string | null): string | null {
  const given = wanted?.split(' ') ?? [];
  return acrs.filter((one) => given.includes(one)).join(' ') || null;
}

/** Whether the person signed in as strongly as one of these, separated by spaces. */
export function hasAcr(person: Person | null, wanted: string): boolean {
  const given = acrs.indexOf(person?.acr ?? '');
  return wanted.split(' ').some((one) => acrs.includes(one) && given >= acrs.indexOf(one));
}

/** @param at epoch milliseconds */
export function isRecent(person: Person | null, maxAge: number | undefined, at: number): boolean {
  const authTime = person?.authTime ?? null;
  return maxAge === undefined || (authTime !== null && (authTime + maxAge) * 1000 > at);
}

/** The handler `sign-in` passes the others to the site (docs/apps.md). */
export type SignInOptions = {
  /** The path of this app that the person returns to. Default: `/`. */
  returnTo?: string;
  /** An address, `any`, or `new` for a wallet that the person proves now. */
  wallet?: string;
  walletChain?: string;
  walletMaxAge?: number;
  prompt?: 'none' | 'login' | 'consent' | 'select_account';
  uiLocales?: string;
  /** `urn:countersign:2fa` requires a second factor. To admit only such people, use `requirePerson`. */
  acrValues?: string;
  /** Requires a sign-in or confirmation at most this many seconds ago. */
  maxAge?: number;
};

/** The parameters of the handler `sign-in`. */
export function signInQuery({ returnTo = '/', ...options }: SignInOptions): Record<string, string> {
  checkAge('walletMaxAge', options.walletMaxAge);
  checkAge('maxAge', options.maxAge);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const parameters = given.map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    String(value),
  ]);
  return { returnTo, ...Object.fromEntries(parameters) };
}
