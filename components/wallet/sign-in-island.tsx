'use client';

import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback } from 'react';
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
};

/** The wallets of this browser, on the way in or to confirm who it is. */
export default function SignInIsland(props: SignInIslandProps) {
  return (
    <BrowserWallets>
      <ConnectThenSign {...props} />
    </BrowserWallets>
  );
}

function ConnectThenSign({ presses, actions, purpose, wallet }: SignInIslandProps) {
  const signing = useSigning(actions, goOn);
  const { offer } = signing;
  const offerConnected = useCallback(
    (adapter: Adapter) =>
      offer({ purpose: accessPurposes[purpose], method: chooseSigningMethod(adapter), address: null }),
    [offer, purpose],
  );
  const connection = useWalletConnection(offerConnected);
  const { open, choose } = connection;
  const { wallets } = useWallet();
  useOpenOnPress(presses, () => {
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
