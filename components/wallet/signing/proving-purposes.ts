import { createElement } from 'react';
import { ConfirmAccessLink } from '@/components/ui/confirm-access-link';
import { demoWalletName } from '@/components/wallet/demo/demo-wallet-name';
import { keepProof, takeProof } from './kept-proof';
import { OtherAccount } from './other-account';
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

const cannotHelp = {
  'wallet.only_sign_in_method': null,
  'wallet.account_has_second_factor': null,
  'wallet.account_has_wallets': null,
  'wallet.account_has_apps': null,
  'auth.recent_auth_required': null,
};

/** Moves the wallet here from another account. */
export const move: SigningPurpose = {
  ...shared,
  name: 'move',
  heading: (wallet) => `Move ${wallet} here`,
  describe: describeProving('the wallet moves to your account'),
  warning: 'Its proof on the other account ends. If that account has an email, we notify its owner.',
  press: 'Move it here',
  get offers() {
    return { ...cannotHelp, 'wallet.only_sign_in_method': { label: 'Start again', purpose: prove } };
  },
};

/** As `move`, and deletes that account: only offered where the wallet is all that opens it. */
export const moveAndDelete: SigningPurpose = {
  ...shared,
  name: 'move-and-delete',
  heading: (wallet) => `Move ${wallet} here`,
  describe: describeProving('the wallet moves to your account, and the account it is on now is deleted'),
  press: 'Move it and delete that account',
  get offers() {
    return {
      ...cannotHelp,
      'wallet.account_has_sign_in_method': { label: 'Move it here', purpose: move },
      'proof.challenge_gone': { label: 'Start again', purpose: prove },
    };
  },
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
  OtherAccount: (elsewhere) => createElement(OtherAccount, { ...elsewhere, moveAndDelete }),
};

/** Proves a wallet on the page of an app's request, in the dialog that connected it. */
export const proveForApp: SigningPurpose = {
  ...prove,
  describe: describeProving('the wallet is proven. The app sees nothing before you share it'),
  back: 'Not now',
};
