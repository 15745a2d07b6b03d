'use client';

import { useNext } from '@/components/next-param';
import SignInIsland from '@/components/wallet/sign-in-island';
import { issueSignInStatementAction, signInWithWalletAction } from './actions';

declare global {
  interface Window {
    /** What the page's captcha has given, once; there only where the site has one. */
    takeCaptchaToken?: () => string;
  }
}

export { offerWallets } from '@/components/wallet/sign-in-island';

/** The wallets of this browser, with the actions that sign in by one. */
export default function SolanaIsland({ presses, opensAccount }: { presses: number; opensAccount: boolean }) {
  const next = useNext();
  return (
    <SignInIsland
      presses={presses}
      purpose={opensAccount ? 'sign-in-or-up' : 'sign-in'}
      actions={{
        issueStatement: issueSignInStatementAction,
        submitSignature: (signed) =>
          signInWithWalletAction({ ...signed, next, captcha_token: window.takeCaptchaToken?.() }),
      }}
    />
  );
}
