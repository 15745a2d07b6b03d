import type { Wallet } from './list-wallets.ts';

/** Moves each distinct icon of up to 12 kB into a list, since many wallets share one, and replaces it by its index. */
export function shareIcons(wallets: Wallet[]): { wallets: Wallet[]; icons: string[] } {
  const icons = [...new Set(wallets.map(({ icon }) => icon).filter((icon) => typeof icon === 'string'))];
  const numbered = wallets.map((wallet) =>
    typeof wallet.icon === 'string' ? { ...wallet, icon: icons.indexOf(wallet.icon) } : wallet,
  );
  return { wallets: numbered, icons };
}
