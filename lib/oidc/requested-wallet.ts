import { readAddress } from 'countersign/proof/verify';
import { environment } from '../env.ts';

export type RequestedWallet = {
  want: 'any' | 'new' | { address: string };
  /** Like `solana:mainnet`. */
  chain: string;
  /** The proof's maximum age; null for any current proof. */
  maxAgeSeconds: number | null;
};

const walletParameters = ['wallet', 'wallet_chain', 'wallet_max_age'] as const;

type WalletParameters = { [name in (typeof walletParameters)[number]]?: string | undefined } & {
  scope?: string | undefined;
};

/** Reads the wallet parameters. `wanted` is null without any; `message` explains an error to the developer. */
export function readRequestedWallet(
  parameters: WalletParameters,
): { ok: true; wanted: RequestedWallet | null } | { ok: false; message: string } {
  const { wallet, wallet_chain: chain, wallet_max_age: maxAge, scope = '' } = parameters;
  const { chain: ours } = environment();
  if (wallet === undefined) {
    return chain === undefined && maxAge === undefined
      ? { ok: true, wanted: null }
      : { ok: false, message: 'wallet_chain and wallet_max_age need wallet' };
  }
  if (!scope.split(' ').includes('wallets')) return { ok: false, message: 'wallet needs the scope wallets' };
  if (chain !== undefined && chain !== ours)
    return { ok: false, message: `wallet_chain can only be ${ours}` };
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge))
    return { ok: false, message: 'wallet_max_age must be whole seconds' };
  const isAddress = wallet !== 'any' && wallet !== 'new';
  if (isAddress && !readAddress(wallet).ok)
    return { ok: false, message: 'wallet must be any, new, or an address' };
  return {
    ok: true,
    wanted: {
      want: isAddress ? { address: wallet } : wallet,
      chain: ours,
      maxAgeSeconds: maxAge === undefined ? null : Number(maxAge),
    },
  };
}

type SharedWallet = { address: string; chain: string; provenAt: string };

/** Whether a shared wallet meets the request. `new` requires a proof after `askedAt`. Epoch seconds of the database's clock. */
export function isWalletShared(
  { want, chain, maxAgeSeconds }: RequestedWallet,
  shared: readonly SharedWallet[],
  { now, askedAt }: { now: number; askedAt: number | null },
): boolean {
  return shared.some((wallet) => {
    const provenAt = Date.parse(wallet.provenAt) / 1000;
    if (wallet.chain !== chain) return false;
    if (maxAgeSeconds !== null && now - provenAt > maxAgeSeconds) return false;
    if (want === 'any') return true;
    if (want === 'new') return askedAt !== null && provenAt > askedAt;
    return wallet.address === want.address;
  });
}
