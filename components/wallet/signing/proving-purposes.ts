import { createElement } from 'react';
import { ConfirmAccessLink } from '@/components/ui/confirm-access-link';
import { demoWalletName } from '@/components/wallet/demo/demo-wallet-name';
import { keepProof, takeProof } from './kept-proof';
import {
  inTransaction,
  type SigningPurpose,
  type StepUpLinkProps,
  signsWithoutAsking,
} from './signing-purpose';

function describeProving(result: string): SigningPurpose['describe'] {
  return ({ wallet, isMemo }) => {
    const shown = isMemo
      ? `Once you sign in ${wallet},`
      : `${wallet} shows you the same text. Once you sign it,`;
    const asked = wallet === demoWalletName ? `${signsWithoutAsking} Then` : shown;
    return `${isMemo ? `${inTransaction} ` : ''}${asked} we check the signature and ${result}.`;
  };
}

/** Keeps the proof during the step-up, so that the user doesn't start it again. */
function ConfirmThenProve({ wanted, goOn }: StepUpLinkProps) {
  return createElement(ConfirmAccessLink, {
    keep: () => keepProof(wanted),
    onConfirmed: () => {
      takeProof();
      goOn();
    },
  });
}

const shared = {
  checking: 'Checking the signature…',
  back: 'Back to wallets',
  canResend: true,
  StepUpLink: ConfirmThenProve,
};

const cannotHelp = { 'wallet.only_sign_in_method': null, 'auth.recent_auth_required': null };

/** Moves the wallet here from another account. */
export const move: SigningPurpose = {
  ...shared,
  name: 'move',
  heading: (wallet) => `Move ${wallet} here`,
  describe: describeProving('the wallet moves to your account'),
  warning: "Its proof on the other account ends, and we notify that account's owner.",
  offers: cannotHelp,
};

/** The optional second signature, after a new wallet has signed in. */
export const proveToShare: SigningPurpose = {
  ...shared,
  name: 'prove',
  heading: (wallet) => `Prove ${wallet}`,
  describe: describeProving('the wallet is proven, with a proof you can share'),
  back: 'Continue without it',
  offers: cannotHelp,
};

export const prove: SigningPurpose = {
  ...shared,
  name: 'prove',
  heading: (wallet) => `Prove ${wallet}`,
  describe: describeProving('the wallet is proven'),
  offers: { ...cannotHelp, 'wallet.proven_elsewhere': { label: 'Move it here', purpose: move } },
};
