'use client';

import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { neverRestore } from '@/components/ui/never-restore';
import { BrowserWallets, useOpenOnPress } from './connect/browser-wallets';
import { chooseSigningMethod } from './connect/signing-methods';
import { useWalletConnection } from './connect/use-wallet-connection';
import { listWalletChoices } from './connect/wallet-choices';
import type { ProvingActions } from './list/wallet-actions';
import { accessPurposes } from './signing/access-purposes';
import { proveToShare } from './signing/proving-purposes';
import type { SigningActions } from './signing/run-signing';
import type { IssuedStatement } from './signing/signing-flow';
import { useSigning } from './signing/use-signing';
import { WalletDialog } from './signing/wallet-dialog';

type Access = { redirectTo: string; isNewHere?: boolean };

type SignInIslandProps = {
  /** Each increase opens the dialog. */
  presses: number;
  actions: SigningActions<Access>;
  purpose: keyof typeof accessPurposes;
  /** Set if a new wallet signs a second time, for a proof to share. */
  proving?: ProvingActions | null;
  wallet?: string | undefined;
  /** Replaces the navigation to the answer's page. */
  onDone?: (() => void) | undefined;
};

/** Signs in, or confirms access, with a wallet of this browser. */
export default function SignInIsland(props: SignInIslandProps) {
  return (
    <BrowserWallets>
      <ConnectThenSign {...props} />
    </BrowserWallets>
  );
}

function ConnectThenSign({ presses, actions, purpose, proving, wallet, onDone }: SignInIslandProps) {
  const destination = useRef<string>(null);
  const redirect = useCallback(() => {
    if (destination.current === null) return;
    // A full page load: the router would unmount this island, which disconnects the wallet.
    neverRestore();
    window.location.assign(destination.current);
  }, []);
  const second = useSigning(proving ? withPendingRedirect(proving) : actions, redirect);
  const { start, adapter } = second;
  const accept = useCallback(
    ({ redirectTo, isNewHere }: Access, { method, address }: IssuedStatement) => {
      if (onDone) return onDone();
      destination.current = redirectTo;
      if (proving && isNewHere && adapter) {
        // A wallet that signs only transactions does so again.
        const next = method === 'memo' ? method : chooseSigningMethod(adapter);
        start({ purpose: proveToShare, method: next, address });
      } else redirect();
    },
    [proving, start, adapter, redirect, onDone],
  );
  const first = useSigning(actions, accept);
  // If the second signature is refused or canceled, the user can make it later.
  const isSecondClosed = second.flow.status === 'hidden';
  useEffect(() => {
    if (isSecondClosed) redirect();
  }, [isSecondClosed, redirect]);

  const { offer } = first;
  const signsIn = purpose !== 'confirm';
  const offerConnected = useCallback(
    (chosen: Adapter) =>
      offer({
        purpose: accessPurposes[purpose],
        method: chooseSigningMethod(chosen, signsIn),
        address: null,
      }),
    [offer, purpose, signsIn],
  );
  const connection = useWalletConnection(offerConnected);
  const { open, choose } = connection;
  const { wallets, wallet: remembered } = useWallet();
  const isConnected = remembered?.adapter.connected === true;
  const hasOffered = useRef(false);
  const [isExpected, setIsExpected] = useState(false);
  useOpenOnPress(presses, () => {
    // A connected or reconnecting wallet needs no choice. A second press opens the list, because that wallet may not be proven.
    const isKnown = isConnected || remembered?.readyState === 'Installed';
    const isOffer = purpose === 'confirm' && !hasOffered.current && isKnown;
    setIsExpected(isOffer);
    if (isOffer) {
      hasOffered.current = true;
      return;
    }
    open();
    const named =
      wallet && listWalletChoices(wallets, false, signsIn).detected.find(({ name }) => name === wallet);
    if (named) choose(named);
  });
  const goOnWithRemembered = useEffectEvent(() => {
    setIsExpected(false);
    if (remembered) offerConnected(remembered.adapter);
    // The wallet refused, and was forgotten.
    else open();
  });
  useEffect(() => {
    if (isExpected && (isConnected || !remembered)) goOnWithRemembered();
  }, [isExpected, isConnected, remembered]);
  return (
    <>
      {/* Present before it has text: not all screen readers announce a region inserted together with its text. */}
      <p role="status" className={isExpected ? '' : 'sr-only'}>
        {isExpected ? 'Connecting your wallet…' : null}
      </p>
      <WalletDialog connection={connection} signing={isSecondClosed ? first : second} signsIn={signsIn} />
    </>
  );
}

/** Adds a `redirectTo`, so that the dialog stays open until the next page has loaded. */
function withPendingRedirect({ issueStatement, submitSignature }: ProvingActions): SigningActions<Access> {
  return {
    issueStatement,
    submitSignature: async (signed) => {
      const answer = await submitSignature(signed);
      return answer.ok ? { ...answer, redirectTo: '' } : answer;
    },
  };
}
