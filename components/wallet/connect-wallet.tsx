'use client';

import { type MouseEvent, useCallback, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useLazyPart } from '@/components/ui/use-lazy-part';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { offerWallets } from './connect/offer-wallets';
import { hasRememberedWallet, isStepKept } from './connect/remembered-wallet';
import { ListFailed } from './list/list-failed';
import type { WalletIslandProps } from './wallet-island';

type ConnectWalletProps = Omit<WalletIslandProps, 'presses' | 'onDisconnected'> & {
  offered: OfferedWallets;
  isConnected: boolean;
  onPress?: () => void;
  anotherLabel?: string;
  withoutScripts?: string;
  className?: string;
};

/** Rendered by the server. The island loads when the page is idle or on a press, and immediately if a wallet is remembered. */
export function ConnectWallet({
  offered,
  isConnected,
  onPress,
  anotherLabel = 'Use another wallet',
  withoutScripts = 'Connecting and sharing wallets needs JavaScript.',
  className,
  ...forIsland
}: ConnectWalletProps) {
  const fetchIsland = async () =>
    (await Promise.all([import('./wallet-island'), offerWallets(offered)]))[0].default;
  const { Part: Island, loading, presses, press, load } = useLazyPart(fetchIsland);
  const earlyPress = useRef<HTMLSpanElement>(null);
  const earlyPressId = useId();
  const buttonId = useId();

  // Used when the focused button disappears with the wallet's row.
  const focusButton = useCallback(() => document.getElementById(buttonId)?.focus(), [buttonId]);

  const begin = useEffectEvent(() => {
    if (earlyPress.current && isOpenPopover(earlyPress.current)) {
      earlyPress.current.hidePopover();
      press();
    } else if (isStepKept()) press();
    else if (hasRememberedWallet()) load();
  });
  useEffect(() => begin(), []);

  const openFor = useEffectEvent(press);
  useEffect(() => {
    if (forIsland.toShare) openFor();
  }, [forIsland.toShare]);

  const pressLoaded = (event: MouseEvent) => {
    // The popover is only for presses before this code runs.
    event.preventDefault();
    onPress?.();
    press();
  };
  const isOpening = loading === 'slow' && presses > 0;

  return (
    <>
      <div className={className}>
        <p className="hidden text-muted no-js:block">{withoutScripts}</p>
        <Button
          id={buttonId}
          variant={isConnected ? 'secondary' : 'primary'}
          className="no-js:hidden"
          aria-haspopup="dialog"
          aria-busy={isOpening}
          popoverTarget={earlyPressId}
          popoverTargetAction="show"
          onClick={pressLoaded}
        >
          {isOpening ? 'Opening…' : isConnected ? anotherLabel : 'Connect wallet'}
        </Button>
        <span ref={earlyPress} id={earlyPressId} popover="manual" className="early-press">
          Opening…
        </span>
      </div>
      <div className="island-place">
        {Island ? <Island presses={presses} onDisconnected={focusButton} {...forIsland} /> : null}
        {loading === 'failed' ? <ListFailed /> : null}
      </div>
    </>
  );
}

/** Browsers without popovers throw on this selector. They only lose an early press. */
function isOpenPopover(element: HTMLElement): boolean {
  return CSS.supports('selector(:popover-open)') && element.matches(':popover-open');
}
