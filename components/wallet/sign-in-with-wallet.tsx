'use client';

import type { ComponentType, ReactNode } from 'react';
import { IslandButton } from '@/components/ui/island-button';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { offerWallets } from './connect/offer-wallets';
import { isStepKept } from './connect/remembered-wallet';
import { ListFailed } from './list/list-failed';

type SignInWithWalletProps<Props> = {
  label: ReactNode;
  tag?: ReactNode;
  variant?: 'primary' | 'secondary';
  offered: OfferedWallets;
  note?: string | undefined;
  /** Loads the island, with its route's actions. */
  fetchCode: () => Promise<{ default: ComponentType<Props & { presses: number }> }>;
  islandProps: Props;
  className?: string | undefined;
  /** Whether it opens when the user returns from a wallet's app. True for one button of a page. */
  resumes?: boolean;
  /** Mounts the island before a press, to find the connected wallet. */
  looksAhead?: boolean;
};

/** A button to sign in or confirm with a wallet. Its code loads when the page is idle, or on a press. */
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
      fetchIsland={async () => (await Promise.all([fetchCode(), offerWallets(offered)]))[0].default}
      begin={({ press, drawAhead }) => {
        if (resumes && isStepKept()) press();
        else if (looksAhead) drawAhead();
        return true;
      }}
      whenFailed={<ListFailed />}
    />
  );
}
