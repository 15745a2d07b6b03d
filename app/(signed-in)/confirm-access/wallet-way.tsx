'use client';

import { useNext } from '@/components/next-param';
import type { OfferedWallets } from '@/components/wallet/connect/offered-wallets';
import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import { confirmByWalletAction, issueStepUpStatementAction } from './actions';

const actions = { issueStatement: issueStepUpStatementAction, submit: confirmByWalletAction };

/** Confirms by the signature of a proven wallet. It needs scripts, because wallets do. */
export function WalletWay({ offered }: { offered: OfferedWallets }) {
  return (
    <>
      <p>Sign a statement with a wallet that is proven on your account.</p>
      <SignInWithWallet
        label="Use a wallet"
        variant="primary"
        purpose="confirm"
        actions={actions}
        next={useNext()}
        offered={offered}
      />
      <p className="hidden text-muted [@media(scripting:none)]:block">
        Wallets sign only where JavaScript is on.
      </p>
    </>
  );
}
