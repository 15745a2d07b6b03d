'use client';

import { type MouseEvent, useCallback, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useIsland } from '@/components/ui/use-island';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { hasRememberedWallet, isStepKept } from './connect/remembered-wallet';
import { ListFailed } from './list/list-failed';
import type { WalletIslandProps } from './wallet-island';

type ConnectWalletProps = Pick<
  WalletIslandProps,
  'actions' | 'onConnectionChange' | 'onProven' | 'foldsStatement'
> & {
  offered: OfferedWallets;
  isConnected: boolean;
  anotherLabel?: string;
  withoutScripts?: string;
  className?: string;
};

/** The page's idle time fetches the island from then on (milliseconds after the load). */
const prefetchDelayInMilliseconds = 3000;

/**
 * The button `Connect wallet` and, once it was needed, all that deals with the wallets of this browser.
 *
 * It is drawn by the server and costs next to nothing: provider, dialog and wallets are fetched when the button
 * is pressed, ahead of that and drawn when a press is likely, and at once where a wallet was connected before.
 */
export function ConnectWallet({
  offered,
  isConnected,
  anotherLabel = 'Use another wallet',
  withoutScripts = 'Connecting and sharing wallets needs JavaScript.',
  className,
  ...forIsland
}: ConnectWalletProps) {
  const { Island, loading, presses, press, load, prefetch, drawAhead } = useIsland(async () => {
    const { default: island, offerWallets } = await import('./wallet-island');
    await offerWallets(offered);
    return island;
  });
  const earlyPress = useRef<HTMLSpanElement>(null);
  const earlyPressId = useId();
  const buttonId = useId();

  // The button that had the focus is gone with the wallet's row.
  const focusButton = useCallback(() => document.getElementById(buttonId)?.focus(), [buttonId]);

  const begin = useEffectEvent(() => {
    if (earlyPress.current && isOpenPopover(earlyPress.current)) {
      earlyPress.current.hidePopover();
      press();
    } else if (isStepKept()) press();
    else if (hasRememberedWallet()) load();
  });
  const fetchWhenIdle = useEffectEvent(() => window.requestIdleCallback?.(prefetch));
  useEffect(() => {
    begin();
    const timer = setTimeout(() => fetchWhenIdle(), prefetchDelayInMilliseconds);
    return () => clearTimeout(timer);
  }, []);

  const pressLoaded = (event: MouseEvent) => {
    // Opens no popover: that is only for presses that come before this code runs.
    event.preventDefault();
    press();
  };
  // Drawn, the island connects the wallet that another tab has connected since, and its row would push this button away
  // from under the pointer.
  const getReady = () => (hasRememberedWallet() ? prefetch() : drawAhead());
  const isOpening = loading === 'slow' && presses > 0;

  return (
    <>
      <div className={className}>
        <p className="hidden text-muted [@media(scripting:none)]:block">{withoutScripts}</p>
        <Button
          id={buttonId}
          variant={isConnected ? 'secondary' : 'primary'}
          className="[@media(scripting:none)]:hidden"
          aria-haspopup="dialog"
          aria-busy={isOpening}
          popoverTarget={earlyPressId}
          popoverTargetAction="show"
          onClick={pressLoaded}
          onPointerEnter={getReady}
          onFocus={getReady}
        >
          {isOpening ? 'Opening…' : isConnected ? anotherLabel : 'Connect wallet'}
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
      </div>
      {/* After all else where this is in a grid: what was signed, and what became of a connection. No gap before it while that is nothing. */}
      <div className="order-1 col-span-full flex flex-col items-start gap-4 no-gap-while-empty">
        {Island ? <Island presses={presses} onDisconnected={focusButton} {...forIsland} /> : null}
        {loading === 'failed' ? <ListFailed /> : null}
      </div>
    </>
  );
}

/** Browsers that know no popovers refuse the very question; they lose an early press and nothing else. */
function isOpenPopover(element: HTMLElement): boolean {
  return CSS.supports('selector(:popover-open)') && element.matches(':popover-open');
}
