import { CountersignError } from '../countersign-error.ts';
import type { Person } from './session.ts';
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

/** @returns null if signed out, or if no wallet meets the requirement */
export function findMember(answer: WalletsAnswer, required: WalletRequirement): Member | null {
  const { wallet = 'any', walletChain, walletMaxAge } = required;
  if (wallet === 'new')
    throw new CountersignError(
      'settings',
      "Require any wallet or an address. For a new one, link to signInUrl({ wallet: 'new' }).",
    );
  if (answer.status !== 'ready') return null;
  const [first, ...others] = answer.wallets.filter(
    (one) =>
      (wallet === 'any' || one.address === wallet) &&
      (walletChain === undefined || one.chain === walletChain) &&
      (walletMaxAge === undefined || Date.parse(one.provenAt) > Date.now() - walletMaxAge * 1000 - leeway),
  );
  return first ? { person: answer.person, wallets: [first, ...others] } : null;
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
  /** `urn:countersign:2fa` requires a second factor. Check `person.acr` after it: the person can change the address. */
  acrValues?: string;
  /** Requires a sign-in or confirmation at most this many seconds ago. Check `person.authTime` after it. */
  maxAge?: number;
};

/** The parameters of the handler `sign-in`. */
export function signInQuery({ returnTo = '/', ...options }: SignInOptions): Record<string, string> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const parameters = given.map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    String(value),
  ]);
  return { returnTo, ...Object.fromEntries(parameters) };
}
