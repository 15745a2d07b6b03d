'use client';

import { issueChallengeAction, proveWalletAction } from '@/app/(signed-in)/wallets/actions';
import { useNext } from '@/components/sign-in/next-param';
import SignInIsland from '@/components/wallet/sign-in-island';
import { issueSignInStatementAction, signInWithWalletAction } from './actions';

declare global {
  interface Window {
    /** Returns the captcha's token once. Undefined if the site has no captcha. */
    takeCaptchaToken?: () => string;
  }
}

type SolanaIslandProps = { presses: number; opensAccount: boolean; wallet: string | undefined };

export default function SolanaIsland({ presses, opensAccount, wallet }: SolanaIslandProps) {
  const next = useNext();
  const isForApp = next?.startsWith('/connect/') ?? false;
  return (
    <SignInIsland
      presses={presses}
      wallet={wallet}
      purpose={!opensAccount ? 'sign-in' : isForApp ? 'sign-in-or-up-for-app' : 'sign-in-or-up'}
      proving={isForApp ? null : { issueStatement: issueChallengeAction, submitSignature: proveWalletAction }}
      actions={{
        issueStatement: issueSignInStatementAction,
        submitSignature: (signed) =>
          signInWithWalletAction({ ...signed, next, captcha_token: window.takeCaptchaToken?.() }),
      }}
    />
  );
}
