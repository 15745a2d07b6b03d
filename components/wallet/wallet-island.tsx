'use client';

import { useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { WalletModalContext } from '@solana/wallet-adapter-react-ui';
import { useEffect, useMemo, useRef } from 'react';
import { ConnectedWallet } from './connected-wallet';
import { ConnectionNewsLine } from './connection-news-line';
import { rememberedWalletKey } from './remembered-wallet';
import { useWalletConnection } from './use-wallet-connection';
import { createWalletAdapters } from './wallet-adapters';
import { WalletBoundary } from './wallet-boundary';
import { WalletDialog } from './wallet-dialog';

type WalletIslandProps = {
  /** How often the button was pressed; every further press opens the dialog. */
  presses: number;
  onConnectedChange: (isConnected: boolean) => void;
  /** Called after a press on `Disconnect`, whose button is gone then. */
  onDisconnected: () => void;
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

function ConnectableWallet({ presses, onConnectedChange, onDisconnected }: WalletIslandProps) {
  const { wallet, connected } = useWallet();
  const connection = useWalletConnection();
  const { flow, open, close, disconnect } = connection;

  const seenPresses = useRef(0);
  useEffect(() => {
    if (presses > seenPresses.current) open();
    seenPresses.current = presses;
  }, [presses, open]);

  const address = connected ? wallet?.adapter.publicKey?.toBase58() : undefined;
  const isConnected = address !== undefined;
  useEffect(() => onConnectedChange(isConnected), [isConnected, onConnectedChange]);

  const isVisible = flow.status !== 'hidden';
  const modal = useMemo(
    () => ({ visible: isVisible, setVisible: (visible: boolean) => (visible ? open() : close()) }),
    [isVisible, open, close],
  );

  return (
    <WalletModalContext.Provider value={modal}>
      {wallet && address ? (
        <ConnectedWallet
          adapter={wallet.adapter}
          address={address}
          onDisconnect={() => {
            disconnect();
            onDisconnected();
          }}
        />
      ) : null}
      <ConnectionNewsLine
        connection={wallet && address ? { walletName: wallet.adapter.name, address } : null}
        wasEndedHere={connection.wasEndedHere}
      />
      <WalletDialog connection={connection} />
    </WalletModalContext.Provider>
  );
}
