import type { Wallet } from './list-wallets.ts';

/** Takes each icon out of a list once, since many wallets share one of up to 12 kB: wallets keep its number, from 0. */
export function shareIcons(wallets: Wallet[]): { wallets: Wallet[]; icons: string[] } {
  const icons = [...new Set(wallets.map(({ icon }) => icon).filter((icon) => typeof icon === 'string'))];
  const numbered = wallets.map((wallet) =>
    typeof wallet.icon === 'string' ? { ...wallet, icon: icons.indexOf(wallet.icon) } : wallet,
  );
  return { wallets: numbered, icons };
}
