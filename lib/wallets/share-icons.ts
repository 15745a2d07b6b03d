import type { Wallet } from './list-wallets.ts';

/**
 * Takes the icons out of a list, each once: many wallets come from one app, and an icon may have 12 kB.
 * @returns icons are `data:` URLs; the wallets have the number of theirs, counted from 0.
 */
export function shareIcons(wallets: Wallet[]): { wallets: Wallet[]; icons: string[] } {
  const icons = [...new Set(wallets.map(({ icon }) => icon).filter((icon) => typeof icon === 'string'))];
  const numbered = wallets.map((wallet) =>
    typeof wallet.icon === 'string' ? { ...wallet, icon: icons.indexOf(wallet.icon) } : wallet,
  );
  return { wallets: numbered, icons };
}
