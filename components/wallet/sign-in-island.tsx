'use client';

import type { Adapter } from '@solana/wallet-adapter-base';
import { WalletProvider } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { rememberedWalletKey } from './connect/remembered-wallet';
import { useWalletConnection } from './connect/use-wallet-connection';
import { createWalletAdapters } from './connect/wallet-adapters';
import { WalletBoundary } from './connect/wallet-boundary';
import { WalletDialog } from './connect/wallet-dialog';
import { MobileDialogSlot } from './mobile/mobile-dialog-slot';
import type { SignInActions } from './signing/run-sign-in';
import { SignInDialog } from './signing/sign-in-dialog';
import { type SigningPurpose, signingWords } from './signing/signing-words';
import { useSignIn } from './signing/use-sign-in';

export { offerWallets } from './connect/offer-wallets';

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
