import { demoWalletName } from '../demo/demo-wallet-name';

/** What a signature does. `sign-in-or-up` also gives an account to a wallet that is on none. */
export type SigningPurpose = 'prove' | 'move' | 'sign-in' | 'sign-in-or-up' | 'confirm';

type Purpose = {
  /** Heads the dialog. `wallet` is an address or `a wallet`. */
  heading: (wallet: string) => string;
  /** Said before anything is signed: what is signed, and what comes of it. Only where the dialog asks first. */
  introduction?: { statement: string; effect: string };
  /** Stands out beside the statement. */
  assurance?: string;
  /** What goes on while the wallet has the statement, and what comes after. */
  describe: (asked: { wallet: string; isMemo: boolean }) => string;
  warning?: string;
  checking: string;
  back: string;
  /** Whether the very same signature may be sent again: it is stored once, and answered with what was stored. */
  canResend: boolean;
};

const inTransaction =
  'Some devices sign only transactions, so the text is in one. It can never land: it names no block.';

/** The demo wallet has no window of its own, so the text must not promise one. */
export const signsWithoutAsking = `The ${demoWalletName} signs without asking. A real wallet shows you this text first.`;

function describeProving(result: string): Purpose['describe'] {
  return ({ wallet, isMemo }) => {
    const shown = isMemo
      ? `Once you sign in ${wallet},`
      : `${wallet} shows you the same text. Once you sign it,`;
    const asked = wallet === demoWalletName ? `${signsWithoutAsking} Then` : shown;
    return `${isMemo ? `${inTransaction} ` : ''}${asked} we check the signature and ${result}.`;
  };
}

function describeAccess(memoEffect: string): Purpose['describe'] {
  return ({ wallet, isMemo }) => {
    if (isMemo) return `${inTransaction} ${memoEffect}`;
    return wallet === demoWalletName
      ? signsWithoutAsking
      : `${wallet} shows you the same text. Sign it there.`;
  };
}

const proving = {
  assurance: 'This costs nothing and moves no funds.',
  checking: 'Checking the signature…',
  back: 'Back to wallets',
  canResend: true,
};

const signIn = {
  heading: (wallet: string) => `Sign in with ${wallet}`,
  describe: describeAccess('It signs in to the account that the wallet is proven on, and creates none.'),
  checking: 'Signing in…',
  back: 'Back to sign-in',
  canResend: false,
};

const namesSite = 'You sign a statement that names this site. It costs nothing and moves no funds.';

/** What the dialog says of each, and how they differ besides. */
export const signingPurposes: Record<SigningPurpose, Purpose> = {
  prove: {
    ...proving,
    heading: (wallet) => `Prove ${wallet}`,
    describe: describeProving('the wallet is proven'),
  },
  move: {
    ...proving,
    heading: (wallet) => `Move ${wallet} here`,
    describe: describeProving('the wallet moves to your account'),
    warning: 'Its proof on the other account ends, and the owner of that account is told.',
  },
  'sign-in': {
    ...signIn,
    introduction: {
      statement: namesSite,
      effect:
        'A wallet that is proven on an account signs in to it. This site creates no accounts for other wallets.',
    },
  },
  'sign-in-or-up': {
    ...signIn,
    introduction: {
      statement: namesSite,
      effect:
        'A wallet that is proven on an account signs in to it. For any other wallet, signing creates a new account, and the wallet is proven on it.',
    },
  },
  confirm: {
    heading: (wallet) => `Confirm with ${wallet}`,
    introduction: {
      statement: 'You sign a statement that names your account. It costs nothing and moves no funds.',
      effect: 'It confirms that it is you in this browser, for 10 minutes, and proves no wallet.',
    },
    describe: describeAccess('It confirms that it is you in this browser.'),
    checking: 'Checking the signature…',
    back: 'Back',
    canResend: false,
  },
};
