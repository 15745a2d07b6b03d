'use client';

import { useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { WalletModalContext } from '@solana/wallet-adapter-react-ui';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { showSuccess } from '@/components/ui/show-success';
import type { ProofOutcome, ProvenWallet } from '@/lib/proofs/prove-wallet';
import { shortenAddress } from '../../lib/shorten-address';
import { cleanWalletName } from './connect/clean-wallet-name';
import type { ConnectedWallet } from './connect/connected-wallet';
import { ConnectionNewsLine } from './connect/connection-status-line';
import { rememberedWalletKey } from './connect/remembered-wallet';
import { leavesPage, useWalletConnection } from './connect/use-wallet-connection';
import { createWalletAdapters } from './connect/wallet-adapters';
import { WalletBoundary } from './connect/wallet-boundary';
import { readWalletIcon } from './connect/wallet-choices';
import { WalletDialog } from './connect/wallet-dialog';
import { demoWalletName } from './demo/demo-wallet-name';
import { useRefreshOnReturn } from './list/use-refresh-on-return';
import { hearOtherTabs, tellOtherTabs } from './list/wallets-channel';
import { MobileDialogSlot } from './mobile/mobile-dialog-slot';
import { ProvingDialog } from './signing/proving-dialog';
import { SignedWithoutAsking } from './signing/signed-without-asking';
import { useProving } from './signing/use-proving';
import type { ProvingActions } from './signing/wallet-actions';

export { offerWallets } from './connect/offer-wallets';

export type WalletIslandProps = {
  /** How often the button was pressed; every further press opens the dialog. */
  presses: number;
  actions: ProvingActions;
  /** Hears which wallet is connected, at every change; null when none is. */
  onConnectionChange: (connected: ConnectedWallet | null) => void;
  /** Called after a press on `Disconnect`, whose button is gone then. */
  onDisconnected: () => void;
  /** Hears the id of every proof that is made here. */
  onProven: (proofId: string) => void;
};

const successes: Record<ProofOutcome, string> = {
  proven: 'Wallet proven',
  're-proven': 'Wallet proven again',
  moved: 'Wallet moved here',
};

/** Everything about the wallets of this browser. A wallet that breaks it leaves the rest of the page alive. */
export function WalletIsland(props: WalletIslandProps) {
  const adapters = useMemo(createWalletAdapters, []);
  return (
    <WalletBoundary>
      <WalletProvider wallets={adapters} localStorageKey={rememberedWalletKey} onError={ignoreError}>
        <ConnectableWallet {...props} />
      </WalletProvider>
    </WalletBoundary>
  );
}

/** Each attempt explains its own error; without a handler the provider writes the wallet's words to the console. */
function ignoreError(): void {
  return;
}

function ConnectableWallet(props: WalletIslandProps) {
  const { presses, actions, onConnectionChange, onDisconnected, onProven } = props;
  const { wallet, connected } = useWallet();
  const connection = useWalletConnection();
  const { flow, open, close, disconnect } = connection;
  useRefreshOnReturn(flow.status === 'connecting' && leavesPage(flow.choice));
  const announceProof = useCallback(
    (address: string, proven: ProvenWallet) => {
      onProven(proven.proofId);
      tellOtherTabs();
      showSuccess(`${successes[proven.outcome]}: ${shortenAddress(address)}`);
    },
    [onProven],
  );
  const proving = useProving(actions, announceProof);
  const { prove } = proving;

  // What is proven on another tab is proven here: the row of a connected wallet must not say otherwise.
  const { refresh } = useRouter();
  useEffect(() => hearOtherTabs(refresh), [refresh]);

  const seenPresses = useRef(0);
  useEffect(() => {
    if (presses > seenPresses.current) open();
    seenPresses.current = presses;
  }, [presses, open]);

  const adapter = wallet?.adapter;
  const address = connected ? adapter?.publicKey?.toBase58() : undefined;
  const signed = proving.flow.status === 'proven' ? proving.flow.challenge : null;
  const showsSigned = adapter?.name === demoWalletName && signed?.address === address;
  useEffect(() => {
    if (!adapter || address === undefined) return;
    onConnectionChange({
      address,
      walletName: cleanWalletName(adapter.name),
      icon: readWalletIcon(adapter),
      prove,
      disconnect: () => {
        disconnect();
        onDisconnected();
      },
    });
    return () => onConnectionChange(null);
  }, [adapter, address, prove, disconnect, onConnectionChange, onDisconnected]);

  const isVisible = flow.status !== 'hidden';
  const modal = useMemo(
    () => ({ visible: isVisible, setVisible: (visible: boolean) => (visible ? open() : close()) }),
    [isVisible, open, close],
  );

  return (
    <WalletModalContext.Provider value={modal}>
      <ConnectionNewsLine
        connection={adapter && address ? { walletName: adapter.name, address } : null}
        wasEndedHere={connection.wasEndedHere}
        newerEvents={proving.flow.attempt}
      />
      {signed && showsSigned ? <SignedWithoutAsking challenge={signed} /> : null}
      <MobileDialogSlot />
      <WalletDialog connection={connection} />
      <ProvingDialog
        proving={proving}
        walletName={adapter?.name ?? 'Your wallet'}
        selected={address}
        onConnect={open}
      />
    </WalletModalContext.Provider>
  );
}
