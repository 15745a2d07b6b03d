import { mobileConnectionTimeoutInSeconds } from '@countersign/mobile-wallet/time-limits';
import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isMobileWallet } from '../mobile/mobile-wallet-names';
import { attemptConnection, connectionTimeoutInSeconds } from './attempt-connection';
import { changeAddress } from './change-address';
import { hiddenWalletFlow, reduceWalletFlow, type WalletFlow } from './connection-flow';
import { isStepKept, keptStepParameter } from './remembered-wallet';
import type { WalletChoice } from './wallet-choices';

/** An app that was opened continues in a browser of its own: there is no answer to wait for, only a person to come back. */
const returnTimeoutInSeconds = 15 * 60;

/**
 * Drives the dialog and makes the connections. The provider learns of a wallet only once it has connected, so a refusal
 * leaves the wallet from before connected, and nothing canceled is remembered.
 */
export function useWalletConnection(
  /** Hears of every connection that someone made in the dialog, and of no silent one. */
  onConnected?: (adapter: Adapter) => void,
): {
  flow: WalletFlow;
  open: () => void;
  close: () => void;
  toggleMore: () => void;
  choose: (choice: WalletChoice) => void;
  disconnect: () => void;
  /** Whether the last connection was ended here, by a press on `Disconnect`, and not by the wallet. */
  wasEndedHere: () => boolean;
} {
  const { wallet, select } = useWallet();
  const [flow, dispatch] = useReducer(reduceWalletFlow, hiddenWalletFlow);
  const connected = useRef<Adapter | null>(null);
  const endedHere = useRef(false);
  const attempt = flow.attempt;
  const choice = flow.status === 'connecting' ? flow.choice : null;

  const adopt = useEffectEvent((chosen: WalletChoice) => {
    connected.current = chosen.adapter;
    endedHere.current = false;
    // At once: selecting disconnects the wallet before, and the provider would take that for the end of this one.
    flushSync(() => {
      select(chosen.name);
      dispatch({ type: 'connected', attempt });
    });
    onConnected?.(chosen.adapter);
  });

  useEffect(() => {
    if (!choice) return;
    const giveUp = new AbortController();
    const { adapter } = choice;
    if (leavesPage(choice)) keepStep();
    const timeoutInSeconds = chooseTimeout(choice);
    attemptConnection(adapter, { silent: false, signal: giveUp.signal, timeoutInSeconds }).then((answer) => {
      if (answer.outcome === 'connected') adopt(choice);
      if (answer.outcome === 'failed') dispatch({ type: 'failed', attempt, code: answer.code });
    });
    return () => {
      giveUp.abort();
      // A cancelled mobile wallet would go on showing a code or looking for an app.
      if (isMobileWallet(adapter.name) && !adapter.connected) endQuietly(adapter);
    };
  }, [choice, attempt]);

  const isOpen = flow.status !== 'hidden';
  useEffect(() => (isOpen ? dropStep : undefined), [isOpen]);

  useAdoptedConnection(connected);
  useSilentReconnection(connected);

  return {
    flow,
    open: useCallback(() => dispatch({ type: 'opened' }), []),
    close: useCallback(() => dispatch({ type: 'closed' }), []),
    toggleMore: useCallback(() => dispatch({ type: 'more-toggled' }), []),
    choose: useCallback((chosen: WalletChoice) => dispatch({ type: 'chosen', choice: chosen }), []),
    disconnect: useCallback(() => {
      connected.current = null;
      endedHere.current = true;
      // Forgets the wallet at once, even when the wallet never answers the request to disconnect.
      if (wallet) select(null);
      // The provider disconnects every wallet it lets go of but this one.
      if (wallet && isMobileWallet(wallet.adapter.name)) endQuietly(wallet.adapter);
    }, [wallet, select]),
    wasEndedHere: useCallback(() => endedHere.current, []),
  };
}

/** Whether a choice continues in another browser, that of the wallet's app. */
export function leavesPage({ offer, adapter }: WalletChoice): boolean {
  return offer === 'open-app' && !isMobileWallet(adapter.name);
}

function chooseTimeout(choice: WalletChoice): number {
  if (leavesPage(choice)) return returnTimeoutInSeconds;
  return isMobileWallet(choice.name) ? mobileConnectionTimeoutInSeconds : connectionTimeoutInSeconds;
}

function endQuietly(adapter: Adapter): void {
  adapter.disconnect().catch(() => {
    // Our wallets don't refuse to disconnect, and nothing waits for one that does.
  });
}

/** The provider listens to a wallet only once it is selected, so it hears again that this one is connected. */
function useAdoptedConnection(connected: { readonly current: Adapter | null }): void {
  const { wallet } = useWallet();
  useEffect(() => {
    const adapter = wallet?.adapter;
    if (!adapter || adapter !== connected.current) return;
    // Waits a turn, because the provider's own effects begin to listen after this one.
    queueMicrotask(() => {
      if (adapter.publicKey) adapter.emit('connect', adapter.publicKey);
    });
  }, [wallet, connected]);
}

/** Reconnects the remembered wallet once, without a prompt. A wallet that refuses is forgotten without a word. */
function useSilentReconnection(connected: { current: Adapter | null }): void {
  const { wallet, select } = useWallet();
  const isDone = useRef(false);
  useEffect(() => {
    const adapter = wallet?.adapter;
    if (!adapter || isDone.current || connected.current) return;
    if (wallet.readyState !== 'Installed') return;
    isDone.current = true;
    // Adapters of the older kind have no silent way to connect: theirs would prompt.
    if (!('standard' in adapter) || isMobileWallet(adapter.name)) return select(null);
    attemptConnection(adapter, { silent: true, signal: new AbortController().signal }).then((answer) => {
      if (answer.outcome === 'failed' && !connected.current) select(null);
    });
  }, [wallet, select, connected]);
}

/**
 * Writes into the page's address that the dialog is open. A wallet on an iPhone opens that address in its own browser,
 * and the phone's may load it again: both continue there. Sign-in carries it in `next`.
 */
function keepStep(): void {
  changeAddress((search) => search.set(keptStepParameter, '1'));
}

function dropStep(): void {
  if (isStepKept()) changeAddress((search) => search.delete(keptStepParameter));
}
