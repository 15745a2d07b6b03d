import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { stepUpMinutes } from '@/lib/lifetimes';
import { carriers, type SigningPurpose, signsWithoutAsking } from './signing-purpose';

function describeAccess(memoEffect: string): SigningPurpose['describe'] {
  return ({ wallet, method }) => {
    const shown =
      wallet === demoWalletName ? signsWithoutAsking : `${wallet} shows you the same text. Sign it there.`;
    return (carriers[method] ?? '') + (method === 'memo' ? memoEffect : shown);
  };
}

const createByEmail = { label: 'Create an account by email', href: '/sign-up' };

function signIn(name: 'sign-in' | 'sign-in-or-up', otherWallets: string): SigningPurpose {
  return {
    name,
    heading: (wallet) => `Sign in with ${wallet}`,
    introduction: {
      statement: "You sign a statement that names this site. It's free and moves no funds.",
      effect: `Proved this wallet before? You'll sign in to that account. ${otherWallets}`,
    },
    describe: describeAccess("You'll sign in to the account the wallet is proven on. None is created."),
    checking: 'Signing in…',
    back: 'Back to sign-in',
    canResend: false,
    offers: {
      'wallet.account_by_email_first': createByEmail,
      'wallet.accounts_off': createByEmail,
      'wallet.needs_email': null,
      'wallet.removed_from_account': null,
      'wallet.sign_in_closed': null,
      'auth.sign_up_closed': null,
    },
  };
}

export const accessPurposes = {
  'sign-in': signIn('sign-in', "This site doesn't create accounts for other wallets."),
  'sign-in-or-up': signIn(
    'sign-in-or-up',
    "Otherwise we create one, with the wallet proven on it. New here? You'll sign twice: to sign in, and for your proof. Both are free.",
  ),
  /** For sign-in to an app, which waits: no second signature. */
  'sign-in-or-up-for-app': signIn(
    'sign-in-or-up',
    'Otherwise we create one, with the wallet proven on it. This signature stays private.',
  ),
  confirm: {
    name: 'confirm',
    heading: (wallet) => `Confirm with ${wallet}`,
    introduction: {
      statement: "You sign a statement that names your account. It's free and moves no funds.",
      effect: `It confirms it's you in this browser for ${stepUpMinutes} minutes. It doesn't prove a wallet.`,
    },
    describe: describeAccess("It confirms it's you in this browser."),
    checking: 'Checking the signature…',
    back: 'Back',
    canResend: false,
    offers: { 'step_up.wallet_not_proven': null, 'step_up.method_unknown': null },
  },
} satisfies Record<string, SigningPurpose>;
