'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useIsland } from '@/components/ui/use-island';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { isStepKept } from './connect/remembered-wallet';
import { fetchWalletIsland } from './fetch-wallet-island';
import { ListFailed } from './list/list-failed';
import type { SignInIslandProps } from './sign-in-island';

type SignInWithWalletProps = Omit<SignInIslandProps, 'presses'> & {
  label: string;
  /** Primary where it is the one thing to do. */
  variant?: 'primary' | 'secondary';
  offered: OfferedWallets;
  /** Under the button. */
  note?: string | undefined;
};

/**
 * The button that signs in with a wallet, or confirms by one. All that deals with wallets is fetched when it is pressed,
 * or just before. Drawn once scripts run: without them no wallet can sign, and the other ways to sign in are there.
 */
export function SignInWithWallet({ label, variant, offered, note, ...forIsland }: SignInWithWalletProps) {
  const [isReady, setIsReady] = useState(false);
  const { Island, loading, presses, press, prefetch } = useIsland(() =>
    fetchWalletIsland(import('./sign-in-island'), offered),
  );

  const begin = useEffectEvent(() => {
    setIsReady(true);
    if (isStepKept()) press();
  });
  useEffect(() => begin(), []);

  return (
    <div className="grid gap-2 [@media(scripting:none)]:hidden">
      <Button
        variant={variant}
        className={`w-full ${isReady ? '' : 'invisible'}`}
        aria-haspopup="dialog"
        aria-busy={loading === 'slow'}
        onClick={press}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        {loading === 'slow' ? 'Opening…' : label}
      </Button>
      {note ? <p className="text-center text-small text-muted">{note}</p> : null}
      {Island ? <Island presses={presses} {...forIsland} /> : null}
      {loading === 'failed' ? <ListFailed /> : null}
    </div>
  );
}
