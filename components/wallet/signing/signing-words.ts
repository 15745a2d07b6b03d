/** What a signature opens: a way in (for a wallet without an account too, or not), or a confirmation of who it is. */
export type SigningPurpose = 'sign-in' | 'sign-in-or-up' | 'confirm';

/** What the dialog says of it. */
export type SigningWords = {
  /** Heads the dialog, before `with` and the wallet. */
  verb: string;
  /** What is signed. */
  statement: string;
  /** What comes of it. */
  effect: string;
  /** The same for a hardware wallet's transaction. */
  memoEffect: string;
  checking: string;
  back: string;
};

const signIn = {
  verb: 'Sign in',
  statement: 'You sign a statement that names this site.',
  memoEffect: 'It signs in to the account that the wallet is proven on, and creates none.',
  checking: 'Signing in…',
  back: 'Back to sign-in',
};

export const signingWords: Record<SigningPurpose, SigningWords> = {
  'sign-in': {
    ...signIn,
    effect:
      'A wallet that is proven on an account signs in to it. This site creates no accounts for other wallets.',
  },
  'sign-in-or-up': {
    ...signIn,
    effect:
      'A wallet that is proven on an account signs in to it. For any other wallet, signing creates a new account, and the wallet is proven on it.',
  },
  confirm: {
    verb: 'Confirm',
    statement: 'You sign a statement that names your account.',
    effect: 'It confirms that it is you in this browser, for 10 minutes, and proves no wallet.',
    memoEffect: 'It confirms that it is you in this browser.',
    checking: 'Checking the signature…',
    back: 'Back',
  },
};
