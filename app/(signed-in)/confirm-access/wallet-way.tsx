'use client';

import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { confirmByWalletAction, issuePresenceStatementAction } from './wallet-actions';

/** Confirms by the signature of a proven wallet. It needs scripts, because wallets do. */
export function WalletWay({ next, offered }: { next: string; offered: OfferedWallets }) {
  return (
    <>
      <p>Sign a statement with a wallet that is proven on your account.</p>
      <SignInWithWallet
        label="Use a wallet"
        variant="primary"
        purpose="confirm"
        actions={{
          issueStatement: issuePresenceStatementAction,
          submitSignature: (signed) => confirmByWalletAction({ ...signed, next }),
        }}
        offered={offered}
      />
      <p className="hidden text-muted [@media(scripting:none)]:block">
        Wallets sign only where JavaScript is on.
      </p>
    </>
  );
}
