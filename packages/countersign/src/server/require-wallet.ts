import { CountersignError } from '../countersign-error.ts';
import type { Person } from './session.ts';
import type { Wallet, WalletsAnswer } from './wallets.ts';

/** Requirements of a wallet. Each one is checked here, whatever the site was asked for. */
export type WalletRequirement = {
  /** `any`, unless it is the address of one. */
  wallet?: string;
  /** A wallet of this chain, such as `solana:mainnet`. */
  chain?: string;
  /** A proof at most so old, in seconds. */
  maxAge?: number;
};

/** The site compared by its own clock, and this one may be ahead, in milliseconds. */
const leeway = 60_000;

export type Member = { person: Person; wallets: [Wallet, ...Wallet[]] };

/** @returns null if nobody is signed in, or none of their wallets is what is required */
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

/** The same as parameters of a request for sign-in. */
export function askFor({ wallet = 'any', chain, maxAge }: WalletRequirement): Record<string, string> {
  return {
    wallet,
    ...(chain !== undefined && { wallet_chain: chain }),
    ...(maxAge !== undefined && { wallet_max_age: String(maxAge) }),
  };
}
