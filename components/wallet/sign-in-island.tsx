'use client';

import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useRef } from 'react';
import { BrowserWallets, useOpenOnPress } from './connect/browser-wallets';
import { chooseSigningMethod } from './connect/signing-methods';
import { useWalletConnection } from './connect/use-wallet-connection';
import { listWalletChoices } from './connect/wallet-choices';
import { WalletDialog } from './connect/wallet-dialog';
import { accessPurposes } from './signing/access-purposes';
import type { SigningActions } from './signing/run-signing';
import { SigningDialog } from './signing/signing-dialog';
import { useSigning } from './signing/use-signing';

export { offerWallets } from './connect/browser-wallets';

type SignInIslandProps = {
  /** How often the button was pressed; every further press opens the dialog. */
  presses: number;
  actions: SigningActions<{ redirectTo: string }>;
  purpose: keyof typeof accessPurposes;
  /** The name of the wallet that a press connects. Without one it opens the choice of all. */
  wallet?: string | undefined;
  /** What follows. Without it the answer's page is opened. */
  onDone?: (() => void) | undefined;
};

/** The wallets of this browser, on the way in or to confirm who it is. */
export default function SignInIsland(props: SignInIslandProps) {
  return (
    <BrowserWallets>
      <ConnectThenSign {...props} />
    </BrowserWallets>
  );
}

function ConnectThenSign({ presses, actions, purpose, wallet, onDone }: SignInIslandProps) {
  const signing = useSigning(actions, onDone ?? goOn);
  const { offer } = signing;
  const offerConnected = useCallback(
    (adapter: Adapter) =>
      offer({ purpose: accessPurposes[purpose], method: chooseSigningMethod(adapter), address: null }),
    [offer, purpose],
  );
  const connection = useWalletConnection(offerConnected);
  const { open, choose } = connection;
  const { wallets, wallet: connected } = useWallet();
  const hasOffered = useRef(false);
  useOpenOnPress(presses, () => {
    // One that is connected isn't chosen again. A second press wants another: that one may not be proven.
    if (purpose === 'confirm' && connected?.adapter.connected && !hasOffered.current) {
      hasOffered.current = true;
      return offerConnected(connected.adapter);
    }
    open();
    const named = wallet && listWalletChoices(wallets, false).detected.find(({ name }) => name === wallet);
    if (named) choose(named);
  });
  return (
    <>
      <WalletDialog connection={connection} />
      <SigningDialog signing={signing} onConnect={open} />
    </>
  );
}

/** A whole page: nothing of the signed-out one may stay. */
function goOn({ redirectTo }: { redirectTo: string }): void {
  window.location.assign(redirectTo);
}
