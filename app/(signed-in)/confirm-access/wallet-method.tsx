'use client';

import { useNext } from '@/components/sign-in/next-param';
import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { confirmByWalletAction, issueStepUpStatementAction } from './actions';

type WalletMethodProps = {
  offered: OfferedWallets;
  onConfirmed?: () => void;
};

export function WalletMethod({ offered, onConfirmed }: WalletMethodProps) {
  const next = useNext();
  return (
    <>
      <p>Sign a statement with a wallet proven on your account.</p>
      <SignInWithWallet
        label="Use a wallet"
        variant="primary"
        offered={offered}
        resumes={!onConfirmed}
        looksAhead
        fetchCode={() => import('@/components/wallet/sign-in-island')}
        islandProps={{
          purpose: 'confirm' as const,
          onDone: onConfirmed,
          actions: {
            issueStatement: issueStepUpStatementAction,
            submitSignature: (signed: Parameters<typeof confirmByWalletAction>[0] & object) =>
              confirmByWalletAction({ ...signed, next }),
          },
        }}
      />
      <p className="hidden text-muted [@media(scripting:none)]:block">Wallets need JavaScript.</p>
    </>
  );
}
