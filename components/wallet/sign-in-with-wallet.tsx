'use client';

import type { ComponentType, ReactNode } from 'react';
import { IslandButton } from '@/components/ui/island-button';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { isStepKept } from './connect/remembered-wallet';
import { ListFailed } from './list/list-failed';

type SignInWithWalletProps<Props> = {
  label: ReactNode;
  tag?: ReactNode;
  variant?: 'primary' | 'secondary';
  offered: OfferedWallets;
  note?: string | undefined;
  /** Fetches the island, which has the actions of its route, and what puts the offered wallets there. */
  fetchCode: () => Promise<{
    default: ComponentType<Props & { presses: number }>;
    offerWallets: (offered: OfferedWallets) => Promise<void>;
  }>;
  islandProps: Props;
  className?: string | undefined;
  /** Whether it opens by itself when someone comes back from a wallet's app. One of a page does. */
  resumes?: boolean;
  /** Looks for the wallet that is connected before anything is pressed. */
  looksAhead?: boolean;
};

/** The button that signs in with a wallet, or confirms by one. All that deals with wallets is fetched when it is needed. */
export function SignInWithWallet<Props extends object>({
  offered,
  fetchCode,
  resumes = true,
  looksAhead = false,
  ...button
}: SignInWithWalletProps<Props>) {
  return (
    <IslandButton
      {...button}
      fetchIsland={async () => {
        const code = await fetchCode();
        await code.offerWallets(offered);
        return code.default;
      }}
      begin={({ press, drawAhead }) => {
        if (resumes && isStepKept()) press();
        else if (looksAhead) drawAhead();
        return true;
      }}
      whenFailed={<ListFailed />}
    />
  );
}
