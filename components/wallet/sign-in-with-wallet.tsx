'use client';

import { IslandButton } from '@/components/ui/island-button';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { isStepKept } from './connect/remembered-wallet';
import { ListFailed } from './list/list-failed';
import type { SignInIslandProps } from './sign-in-island';

type SignInWithWalletProps = Omit<SignInIslandProps, 'presses'> & {
  label: string;
  variant?: 'primary' | 'secondary';
  offered: OfferedWallets;
  /** Under the button. */
  note?: string | undefined;
};

/** The button that signs in with a wallet, or confirms by one. All that deals with wallets is fetched when it is needed. */
export function SignInWithWallet({ label, variant, offered, note, ...islandProps }: SignInWithWalletProps) {
  return (
    <IslandButton
      label={label}
      loadingLabel="Opening…"
      variant={variant}
      opensDialog
      note={note}
      fetchIsland={async () => {
        const { default: island, offerWallets } = await import('./sign-in-island');
        await offerWallets(offered);
        return island;
      }}
      islandProps={islandProps}
      begin={({ press }) => {
        if (isStepKept()) press();
        return undefined;
      }}
      whenFailed={<ListFailed />}
    />
  );
}
