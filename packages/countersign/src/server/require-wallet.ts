import { CountersignError } from '../countersign-error.ts';
import type { Person } from './session.ts';
import type { Wallet, WalletsAnswer } from './wallets.ts';

/** The app checks each requirement itself, whatever it requested from the site. */
export type WalletRequirement = {
  /** An address, or `any`. Default: `any`. */
  wallet?: string;
  /** The wallet's chain, such as `solana:mainnet`. */
  chain?: string;
  /** The maximum age of the proof, in seconds. */
  maxAge?: number;
};

/** Milliseconds that this clock may be ahead of the site's, which has already checked the age. */
const leeway = 60_000;

export type Member = { person: Person; wallets: [Wallet, ...Wallet[]] };

/** @returns null if signed out, or if no wallet meets the requirement */
export function findMember(answer: WalletsAnswer, required: WalletRequirement): Member | null {
  const { wallet = 'any', chain, maxAge } = required;
  if (wallet === 'new')
    throw new CountersignError(
      'settings',
      'Require any wallet or an address. For a new one, link to sign-in?wallet=new.',
    );
  if (answer.status !== 'ready') return null;
  const [first, ...others] = answer.wallets.filter(
    (one) =>
      (wallet === 'any' || one.address === wallet) &&
      (chain === undefined || one.chain === chain) &&
      (maxAge === undefined || Date.parse(one.proven_at) > Date.now() - maxAge * 1000 - leeway),
  );
  return first ? { person: answer.person, wallets: [first, ...others] } : null;
}

/** The requirement as parameters of `/sign-in`. */
export function askFor({ wallet = 'any', chain, maxAge }: WalletRequirement): Record<string, string> {
  return {
    wallet,
    ...(chain !== undefined && { wallet_chain: chain }),
    ...(maxAge !== undefined && { wallet_max_age: String(maxAge) }),
  };
}
