'use client';

import type { Adapter } from '@solana/wallet-adapter-base';
import { useWallet } from '@solana/wallet-adapter-react';
import { useCallback, useEffect, useRef } from 'react';
import { neverRestore } from '../ui/never-restore';
import { BrowserWallets, useOpenOnPress } from './connect/browser-wallets';
import { chooseSigningMethod } from './connect/signing-methods';
import { useWalletConnection } from './connect/use-wallet-connection';
import { listWalletChoices } from './connect/wallet-choices';
import { WalletDialog } from './connect/wallet-dialog';
import type { ProvingActions } from './list/wallet-actions';
import { accessPurposes } from './signing/access-purposes';
import { proveToShare } from './signing/proving-purposes';
import type { SigningActions } from './signing/run-signing';
import { SigningDialog } from './signing/signing-dialog';
import type { IssuedStatement } from './signing/signing-flow';
import { useSigning } from './signing/use-signing';

export { offerWallets } from './connect/browser-wallets';

type Access = { redirectTo: string; isNewHere?: boolean };

type SignInIslandProps = {
  /** Every further press opens the dialog. */
  presses: number;
  actions: SigningActions<Access>;
  purpose: keyof typeof accessPurposes;
  /** Set if a second signature follows for a wallet that is new here. */
  proving?: ProvingActions | null;
  wallet?: string | undefined;
  /** Without it, the answer's page is opened. */
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

function ConnectThenSign({ presses, actions, purpose, proving, wallet, onDone }: SignInIslandProps) {
  const goesTo = useRef<string>(null);
  const goOn = useCallback(() => {
    if (goesTo.current === null) return;
    // Loads a whole page, so that nothing of the signed-out one stays.
    neverRestore();
    window.location.assign(goesTo.current);
  }, []);
  const second = useSigning(proving ? onTheWay(proving) : actions, goOn);
  const { start } = second;
  const accept = useCallback(
    ({ redirectTo, isNewHere }: Access, { method, address }: IssuedStatement) => {
      if (onDone) return onDone();
      goesTo.current = redirectTo;
      if (proving && isNewHere) start({ purpose: proveToShare, method, address });
      else goOn();
    },
    [proving, start, goOn, onDone],
  );
  const first = useSigning(actions, accept);
  // Refused or given up, it is for later.
  const isOver = second.flow.status === 'hidden';
  useEffect(() => {
    if (isOver) goOn();
  }, [isOver, goOn]);

  const { offer } = first;
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
    // A connected wallet isn't chosen again. It may not be a proven one, so a second press opens the choice.
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
      {/* One dialog for both. */}
      <SigningDialog signing={isOver ? first : second} onConnect={open} />
    </>
  );
}

/** Proving that leads to another page: the dialog stays until that is there. */
function onTheWay({ issueStatement, submitSignature }: ProvingActions): SigningActions<Access> {
  return {
    issueStatement,
    submitSignature: async (signed) => {
      const answer = await submitSignature(signed);
      return answer.ok ? { ...answer, redirectTo: '' } : answer;
    },
  };
}
