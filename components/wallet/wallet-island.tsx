'use client';

import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { WalletModalContext } from '@solana/wallet-adapter-react-ui';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { changeAddress } from '@/components/ui/change-address';
import { showSuccess } from '@/components/ui/show-success';
import { resumeParameter } from '@/lib/http/with-next';
import type { ProofOutcome, ProvenWallet } from '@/lib/proofs/prove-wallet';
import { shortenAddress } from '@/lib/shorten';
import { BrowserWallets, useOpenOnPress } from './connect/browser-wallets';
import { cleanWalletName } from './connect/clean-wallet-name';
import { ConnectionStatusLine } from './connect/connection-status-line';
import { chooseSigningMethod, resumeSigningMethod } from './connect/signing-methods';
import { leavesPage, useWalletConnection } from './connect/use-wallet-connection';
import { readWalletIcon } from './connect/wallet-choices';
import { type ConnectedWallet, ConnectedWalletRow } from './list/connected-wallet-row';
import type { ProvingActions } from './list/wallet-actions';
import { listenToOtherTabs, notifyOtherTabs } from './list/wallets-channel';
import { move, prove, proveForApp, takeProof } from './signing/proving-purposes';
import type { IssuedStatement, SigningRequest } from './signing/signing-flow';
import { signsWithoutAsking } from './signing/signing-purpose';
import { useSigning } from './signing/use-signing';
import { AccountReference, StatementPaper, WalletDialog } from './signing/wallet-dialog';
import { demoWalletName } from './standard/demo-wallet-name';

export type WalletIslandProps = {
  presses: number;
  actions: ProvingActions;
  /** Called on every change; null without a connected wallet. */
  onConnectionChange: (connected: ConnectedWallet | null) => void;
  /** Called after `Disconnect`, whose button is gone by then. */
  onDisconnected: () => void;
  onProven: (proof: { proofId: string; isToShare: boolean }) => void;
  /** For an app's request, where another action is the main one: whether to prove the chosen wallet in the same dialog. */
  goesOn?: (address: string) => boolean;
  /** The wallet to prove in the same dialog, to share it. Each new object opens the dialog. */
  toShare?: { address: string } | undefined;
  /** Whether the list still has the wallet that this page has proven. */
  keepsProof?: boolean;
};

const successes: Record<ProofOutcome, string> = {
  proven: 'Wallet proven',
  're-proven': 'Wallet proven again',
  moved: 'Wallet moved here',
};

export default function WalletIsland(props: WalletIslandProps) {
  return (
    <BrowserWallets>
      <ConnectableWallet {...props} />
    </BrowserWallets>
  );
}

function ConnectableWallet(props: WalletIslandProps) {
  const {
    presses,
    actions,
    onConnectionChange,
    onDisconnected,
    onProven,
    goesOn,
    toShare,
    keepsProof = true,
  } = props;
  const { wallet, connected } = useWallet();
  // A silent connection must not move the focus.
  const wantsFocus = useRef(false);
  const isToShare = useRef(false);
  const announceProof = useCallback(
    ({ proven }: { proven: ProvenWallet }, { address }: { address: string }) => {
      onProven({ proofId: proven.proofId, isToShare: isToShare.current });
      notifyOtherTabs();
      const isReady = isToShare.current && proven.outcome === 're-proven';
      showSuccess(`${isReady ? 'Ready to share' : successes[proven.outcome]}: ${shortenAddress(address)}`);
    },
    [onProven],
  );
  const signing = useSigning(actions, announceProof);
  const { start } = signing;
  const isForApp = goesOn !== undefined;
  const purpose = isForApp ? proveForApp : prove;
  const connection = useWalletConnection((chosen) => {
    wantsFocus.current = true;
    const address = chosen.publicKey?.toBase58();
    if (!address || !(goesOn ? goesOn(address) : address === toShare?.address)) return;
    isToShare.current = !isForApp;
    start({ purpose, method: chooseSigningMethod(chosen), address, asksFirst: isForApp });
  });
  const { flow, open, close, disconnect } = connection;
  useRefreshOnReturn(flow.status === 'connecting' && leavesPage(flow.choice));
  useOpenOnPress(presses, open);

  // Another tab may have proven the wallet, which changes its row.
  const { refresh } = useRouter();
  useEffect(() => listenToOtherTabs(refresh), [refresh]);

  const adapter = wallet?.adapter;
  const address = connected ? adapter?.publicKey?.toBase58() : undefined;
  const signed = signing.flow.status === 'accepted' ? signing.flow.challenge : null;
  const showsSigned = keepsProof && adapter?.name === demoWalletName && signed?.address === address;
  useEffect(() => {
    if (!adapter || address === undefined) return;
    const startProving = (sharesIt: boolean) => {
      isToShare.current = sharesIt;
      start({ purpose, method: chooseSigningMethod(adapter), address, asksFirst: isForApp });
    };
    onConnectionChange({
      Row: ConnectedWalletRow,
      address,
      walletName: cleanWalletName(adapter.name),
      icon: readWalletIcon(adapter),
      prove: () => startProving(false),
      proveToShare: () => startProving(true),
      disconnect: () => {
        disconnect();
        onDisconnected();
      },
      claimFocus: () => {
        const claimed = wantsFocus.current;
        wantsFocus.current = false;
        return claimed;
      },
    });
    return () => onConnectionChange(null);
  }, [adapter, address, purpose, isForApp, start, disconnect, onConnectionChange, onDisconnected]);

  useResumedProof(adapter, address, isForApp, start);

  const isVisible = flow.status !== 'hidden';
  const modal = useMemo(
    () => ({ visible: isVisible, setVisible: (visible: boolean) => (visible ? open() : close()) }),
    [isVisible, open, close],
  );

  return (
    <WalletModalContext.Provider value={modal}>
      <ConnectionStatusLine
        connection={adapter && address ? { walletName: adapter.name, address } : null}
        wasEndedHere={connection.wasEndedHere}
        newerEvents={signing.flow.attempt}
      />
      {signed && showsSigned ? <SignedWithoutAsking challenge={signed} isOpen={!isForApp} /> : null}
      <WalletDialog
        connection={connection}
        signing={signing}
        next={
          isForApp
            ? "If it isn't proven yet, you then sign one statement that proves it's yours. It's free and moves no funds."
            : toShare && `Choose the wallet with ${shortenAddress(toShare.address)}. It then signs your name.`
        }
      />
    </WalletModalContext.Provider>
  );
}

/** Shows the demo wallet's statement after signing, because that wallet shows no window before. */
function SignedWithoutAsking({ challenge, isOpen }: { challenge: IssuedStatement; isOpen: boolean }) {
  return (
    <details open={isOpen} className="w-full max-w-form">
      <summary className="cursor-pointer py-3 font-semibold">What the {demoWalletName} signed</summary>
      <p className="mb-3 text-muted">{signsWithoutAsking}</p>
      <StatementPaper name="The signed statement" challenge={challenge} isWhole />
      <div className="mt-3">
        <AccountReference code={challenge.accountCode} />
      </div>
    </details>
  );
}

/** Continues a proof that a step-up interrupted in this tab, once its wallet is connected. A link alone starts nothing. */
function useResumedProof(
  adapter: Adapter | undefined,
  address: string | undefined,
  isForApp: boolean,
  start: (request: SigningRequest) => void,
): void {
  useEffect(() => {
    if (!adapter || address === undefined) return;
    const hasConfirmed = new URLSearchParams(location.search).has(resumeParameter);
    const kept = takeProof();
    if (!hasConfirmed) return;
    changeAddress((search) => search.delete(resumeParameter));
    if (kept?.address !== address) return;
    const purpose = isForApp ? proveForApp : prove;
    start({
      purpose: kept.purpose === 'move' ? move : purpose,
      method: resumeSigningMethod(adapter, kept.method),
      address,
      asksFirst: isForApp,
    });
  }, [adapter, address, isForApp, start]);
}

/** While `isAway`, refreshes the page when the user returns, because they may have changed the account elsewhere. */
function useRefreshOnReturn(isAway: boolean): void {
  const { refresh } = useRouter();
  useEffect(() => {
    if (!isAway) return;
    const look = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isAway, refresh]);
}
