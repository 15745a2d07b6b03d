import type { ComponentType } from 'react';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';

/** What deals with the wallets of this browser: its code and, with it, what puts the offered wallets there. */
export async function fetchWalletIsland<Props>(
  code: Promise<{
    default: ComponentType<Props>;
    offerWallets: (offered: OfferedWallets) => Promise<void>;
  }>,
  offered: OfferedWallets,
): Promise<ComponentType<Props>> {
  const { default: island, offerWallets } = await code;
  await offerWallets(offered);
  return island;
}
