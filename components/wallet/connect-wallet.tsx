'use client';

import { type MouseEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { OfferedWallets } from './connect/offered-wallets';
import { hasRememberedWallet, isStepKept } from './connect/remembered-wallet';
import { ListFailed } from './list/list-failed';
import { loadWalletIsland } from './load-wallet-island';
import type { WalletIsland, WalletIslandProps } from './wallet-island';

type ConnectWalletProps = Pick<WalletIslandProps, 'actions' | 'onConnectionChange' | 'onProven'> & {
  offered: OfferedWallets;
  isConnected: boolean;
};

/** Nothing is said about loading before this (milliseconds): what is faster needs no words. */
const silenceInMilliseconds = 200;

/** How long after the page has loaded its idle time is used to fetch the island (milliseconds). */
const prefetchDelayInMilliseconds = 3000;

type Loading = 'idle' | 'loading' | 'slow' | 'failed';

/**
 * The button `Connect wallet` and, once it was needed, all that deals with the wallets of this browser.
 *
 * It is drawn by the server and costs next to nothing: provider, dialog and wallets are fetched when the button
 * is pressed, ahead of that and drawn when a press is likely, and at once where a wallet was connected before. A press
 * that comes too early is kept and opens the dialog as soon as that is possible.
 */
export function ConnectWallet({ offered, isConnected, ...forIsland }: ConnectWalletProps) {
  const [Island, setIsland] = useState<typeof WalletIsland>();
  const [loading, setLoading] = useState<Loading>('idle');
  const [presses, setPresses] = useState(0);
  const earlyPress = useRef<HTMLSpanElement>(null);
  const earlyPressId = useId();
  const buttonId = useId();

  const load = useCallback(async () => {
    setLoading('loading');
    const slow = setTimeout(() => setLoading('slow'), silenceInMilliseconds);
    try {
      const island = await loadWalletIsland(offered);
      setIsland(() => island);
      setLoading('idle');
    } catch {
      // Offline, or a newer version was deployed. The catalogue says so below the button.
      setLoading('failed');
    } finally {
      clearTimeout(slow);
    }
  }, [offered]);

  // Only a head start: a press repeats what fails here, and says so.
  const prefetch = useCallback(() => loadWalletIsland(offered).catch(() => undefined), [offered]);

  // A press is near: drawn now, the island has only to open its dialog then.
  const drawAhead = () => prefetch().then((island) => island && setIsland(() => island));

  const open = useCallback(() => {
    setPresses((count) => count + 1);
    load();
  }, [load]);

  // The button that had the focus is gone with the wallet's row.
  const focusButton = useCallback(() => document.getElementById(buttonId)?.focus(), [buttonId]);

  useEffect(() => {
    if (earlyPress.current && isOpenPopover(earlyPress.current)) {
      earlyPress.current.hidePopover();
      open();
    } else if (isStepKept()) open();
    else if (hasRememberedWallet()) load();
    const timer = setTimeout(() => window.requestIdleCallback?.(prefetch), prefetchDelayInMilliseconds);
    return () => clearTimeout(timer);
  }, [open, load, prefetch]);

  const press = (event: MouseEvent) => {
    // Opens no popover: that is only for presses that come before this code runs.
    event.preventDefault();
    if (Island) setPresses((count) => count + 1);
    else open();
  };

  return (
    <div className="flex flex-col items-start gap-4">
      <Button
        id={buttonId}
        variant={isConnected ? 'secondary' : 'primary'}
        aria-haspopup="dialog"
        aria-busy={loading === 'slow' && presses > 0}
        popoverTarget={earlyPressId}
        popoverTargetAction="show"
        onClick={press}
        onPointerEnter={drawAhead}
        onFocus={drawAhead}
      >
        {loading === 'slow' && presses > 0
          ? 'Opening…'
          : isConnected
            ? 'Use another wallet'
            : 'Connect wallet'}
      </Button>
      {/* The browser itself opens this when the button is pressed before the page's code has arrived. */}
      <span
        ref={earlyPress}
        id={earlyPressId}
        popover="manual"
        className="m-auto hidden rounded-card bg-surface p-4 text-ink [&:popover-open]:block"
      >
        Opening…
      </span>
      {Island ? <Island presses={presses} onDisconnected={focusButton} {...forIsland} /> : null}
      {loading === 'failed' ? <ListFailed /> : null}
    </div>
  );
}

/** Browsers that know no popovers refuse the very question; they lose an early press and nothing else. */
function isOpenPopover(element: HTMLElement): boolean {
  return CSS.supports('selector(:popover-open)') && element.matches(':popover-open');
}
