'use client';

import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { OfferedWallets } from './connect/offered-wallets';
import { isStepKept } from './connect/remembered-wallet';
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

/** Nothing is said about loading before this (milliseconds): what is faster needs no words. */
const silenceInMilliseconds = 200;

/**
 * The button that signs in with a wallet, or confirms by one. All that deals with wallets is fetched when it is pressed, or just before. Drawn
 * once scripts run: without them no wallet can sign, and the other ways in are there.
 */
export function SignInWithWallet({ label, variant, offered, note, ...forIsland }: SignInWithWalletProps) {
  const [isReady, setIsReady] = useState(false);
  const [Island, setIsland] = useState<ComponentType<SignInIslandProps>>();
  const [presses, setPresses] = useState(0);
  const [loading, setLoading] = useState<'idle' | 'slow' | 'failed'>('idle');
  const isPrefetched = useRef(false);

  const prefetch = () => {
    if (isPrefetched.current) return;
    isPrefetched.current = true;
    // Only a head start: a press repeats what fails here, and says so.
    loadIsland(offered).catch(() => {
      isPrefetched.current = false;
    });
  };
  const press = async () => {
    setPresses((count) => count + 1);
    if (Island) return;
    const slow = setTimeout(() => setLoading('slow'), silenceInMilliseconds);
    try {
      const island = await loadIsland(offered);
      setIsland(() => island);
      setLoading('idle');
    } catch {
      // Offline, or a newer version was deployed.
      setLoading('failed');
    } finally {
      clearTimeout(slow);
    }
  };

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

async function loadIsland(offered: OfferedWallets): Promise<ComponentType<SignInIslandProps>> {
  const { SignInIsland, offerWallets } = await import('./sign-in-island');
  await offerWallets(offered);
  return SignInIsland;
}
