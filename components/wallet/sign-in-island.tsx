'use client';

import type { Adapter } from '@solana/wallet-adapter-base';
import { WalletProvider } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { MobileDialogSlot } from './mobile/mobile-dialog-slot';
import { rememberedWalletKey } from './remembered-wallet';
import type { SignInActions } from './run-sign-in';
import { SignInDialog } from './sign-in-dialog';
import { type SigningPurpose, signingWords } from './signing-words';
import { useSignIn } from './use-sign-in';
import { useWalletConnection } from './use-wallet-connection';
import { createWalletAdapters } from './wallet-adapters';
import { WalletBoundary } from './wallet-boundary';
import { WalletDialog } from './wallet-dialog';

export { offerWallets } from './offer-wallets';

export type SignInIslandProps = {
  /** How often the button was pressed; every further press opens the dialog. */
  presses: number;
  actions: SignInActions;
  next: string | undefined;
  /** What the signature is for. */
  purpose: SigningPurpose;
};

/** The wallets of this browser, on the way in or to confirm who it is. A wallet that breaks it leaves the rest of the page alive. */
export function SignInIsland(props: SignInIslandProps) {
  const adapters = useMemo(createWalletAdapters, []);
  return (
    <WalletBoundary>
      <WalletProvider wallets={adapters} localStorageKey={rememberedWalletKey} onError={ignoreError}>
        <ConnectThenSignIn {...props} />
      </WalletProvider>
    </WalletBoundary>
  );
}

/** Each attempt explains its own error; without a handler the provider writes the wallet's words to the console. */
function ignoreError(): void {
  return;
}

function ConnectThenSignIn({ presses, actions, next, purpose }: SignInIslandProps) {
  const signIn = useSignIn(actions, next);
  const { offer } = signIn;
  const offerConnected = useCallback((adapter: Adapter) => offer(adapter), [offer]);
  const connection = useWalletConnection(offerConnected);
  const { open } = connection;

  const seenPresses = useRef(0);
  useEffect(() => {
    if (presses > seenPresses.current) open();
    seenPresses.current = presses;
  }, [presses, open]);

  return (
    <>
      <MobileDialogSlot />
      <WalletDialog connection={connection} />
      <SignInDialog signIn={signIn} words={signingWords[purpose]} onConnect={open} />
    </>
  );
}
