import { mobileConnectionTimeoutInSeconds } from '@countersign/mobile-wallet/time-limits';
import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { changeAddress } from '@/components/ui/change-address';
import { isMobileWallet } from '@/components/wallet/standard/site-wallets';
import type { WalletErrorCode } from '@/lib/errors/wallet';
import { attemptConnection, connectionTimeoutInSeconds } from './attempt-connection';
import { hiddenWalletFlow, reduceWalletFlow, type WalletFlow } from './connection-flow';
import { isStepKept, keptStepParameter } from './remembered-wallet';
import type { WalletChoice } from './wallet-choices';

/** An opened app continues in its own browser, so there is no answer. This only bounds the wait for the user's return. */
const returnTimeoutInSeconds = 15 * 60;

/** Connects wallets. The provider learns of one only once it has connected, so a refusal or cancellation keeps the previous wallet. */
export function useWalletConnection(
  /** Called for each connection made in the dialog, once the page knows the account, and never for a silent one. */
  onConnected: (adapter: Adapter) => void,
): {
  flow: WalletFlow;
  open: () => void;
  close: () => void;
  toggleMore: () => void;
  choose: (choice: WalletChoice) => void;
  disconnect: () => void;
  /** Whether the last connection ended by `Disconnect` rather than by the wallet. */
  wasEndedHere: () => boolean;
} {
  const { wallet, publicKey, select } = useWallet();
  const [flow, dispatch] = useReducer(reduceWalletFlow, hiddenWalletFlow);
  const connected = useRef<Adapter | null>(null);
  const endedHere = useRef(false);
  const attempt = flow.attempt;
  const choice = flow.status === 'connecting' ? flow.choice : null;

  const adopt = useEffectEvent((chosen: WalletChoice) => {
    connected.current = chosen.adapter;
    endedHere.current = false;
    // Synchronous: selecting disconnects the previous wallet, which the provider would take for the end of this connection.
    flushSync(() => select(chosen.name));
  });

  // The dialog stays open until the provider knows the account, so that the next step follows without a flash of the page.
  const isConnected =
    choice !== null &&
    choice.adapter === wallet?.adapter &&
    publicKey !== null &&
    publicKey.toBase58() === choice.adapter.publicKey?.toBase58();
  const goOn = useEffectEvent((adapter: Adapter) => {
    dispatch({ type: 'connected', attempt });
    onConnected(adapter);
  });
  useEffect(() => {
    if (choice && isConnected) goOn(choice.adapter);
  }, [choice, isConnected]);

  useEffect(() => {
    if (!choice) return;
    const giveUp = new AbortController();
    const { adapter } = choice;
    if (leavesPage(choice)) keepStep();
    const timeoutInSeconds = chooseTimeout(choice);
    const fail = (code: WalletErrorCode) => dispatch({ type: 'failed', attempt, code });
    // The wallet may lock, or take its approval back, before the provider knows the account.
    const lose = () => fail('wallet.disconnected');
    attemptConnection(adapter, { silent: false, signal: giveUp.signal, timeoutInSeconds }).then((answer) => {
      if (answer.outcome === 'failed') return fail(answer.code);
      if (answer.outcome === 'abandoned') return;
      if (!adapter.connected) return lose();
      adapter.once('disconnect', lose);
      adopt(choice);
    });
    return () => {
      giveUp.abort();
      adapter.off('disconnect', lose);
      // A canceled mobile wallet would keep showing a code or looking for an app.
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
      // Forgets the wallet immediately, even if it never answers the request to disconnect.
      if (wallet) select(null);
      // The provider disconnects deselected wallets, except the local mobile wallet.
      if (wallet && isMobileWallet(wallet.adapter.name)) endQuietly(wallet.adapter);
    }, [wallet, select]),
    wasEndedHere: useCallback(() => endedHere.current, []),
  };
}

/** Whether the choice continues in the browser of the wallet's app. */
export function leavesPage({ offer, adapter }: WalletChoice): boolean {
  return offer === 'open-app' && !isMobileWallet(adapter.name);
}

function chooseTimeout(choice: WalletChoice): number {
  if (leavesPage(choice)) return returnTimeoutInSeconds;
  return isMobileWallet(choice.name) ? mobileConnectionTimeoutInSeconds : connectionTimeoutInSeconds;
}

function endQuietly(adapter: Adapter): void {
  adapter.disconnect().catch(() => {
    // This site's mobile wallets never refuse to disconnect, and nothing waits for the result.
  });
}

/** The provider listens to a wallet only once it is selected, so this emits `connect` again. */
function useAdoptedConnection(connected: { readonly current: Adapter | null }): void {
  const { wallet } = useWallet();
  useEffect(() => {
    const adapter = wallet?.adapter;
    if (!adapter || adapter !== connected.current) return;
    // Deferred, because the provider's effects subscribe after this one.
    queueMicrotask(() => {
      if (adapter.publicKey) adapter.emit('connect', adapter.publicKey);
    });
  }, [wallet, connected]);
}

/** Reconnects the remembered wallet once, without a prompt. A refusal forgets it silently. */
function useSilentReconnection(connected: { current: Adapter | null }): void {
  const { wallet, select } = useWallet();
  const isDone = useRef(false);
  useEffect(() => {
    const adapter = wallet?.adapter;
    if (!adapter || isDone.current || connected.current) return;
    if (wallet.readyState !== 'Installed') return;
    isDone.current = true;
    // Legacy adapters can't connect silently; they would prompt.
    if (!('standard' in adapter) || isMobileWallet(adapter.name)) return select(null);
    attemptConnection(adapter, { silent: true, signal: new AbortController().signal }).then((answer) => {
      if (answer.outcome === 'failed' && !connected.current) select(null);
    });
  }, [wallet, select, connected]);
}

/** Marks the open dialog in the address, which a wallet on iOS opens in its own browser, and which a phone's browser may reload. */
function keepStep(): void {
  changeAddress((search) => search.set(keptStepParameter, '1'));
}

function dropStep(): void {
  if (isStepKept()) changeAddress((search) => search.delete(keptStepParameter));
}
