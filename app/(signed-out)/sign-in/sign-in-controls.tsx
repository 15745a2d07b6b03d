'use client';

import { lazy, type ReactNode, useState } from 'react';
import { EmailField } from '@/components/email-field';
import { NextField } from '@/components/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import { useFirstFocus } from '../use-first-focus';
import type { goOnWithEmailAction } from './actions';
import type { LaterStepProps } from './later-step';

type EmailStepProps = {
  /** Given by the server. Imported here it would bring 0.2 kB of script along, which calls actions. */
  action: typeof goOnWithEmailAction;
  known: string | undefined;
  /** True where nothing comes before it: it takes the focus and is the page's filled button. */
  isFirst: boolean;
};

/** Asks for the address alone. The next step looks the same whether or not it has an account. */
export function EmailStep({ action, known, isFirst }: EmailStepProps) {
  const email = useFirstFocus(isFirst);
  return (
    <ActionForm action={action}>
      {(state, pending) => (
        <>
          <NextField />
          {/* Where the page offers passkeys, the browser lists them here too. */}
          <EmailField ref={email} state={state} known={known} autoComplete="username webauthn" />
          <SubmitButton
            variant={isFirst ? 'primary' : 'secondary'}
            label="Continue"
            pendingLabel="One moment…"
            pending={pending}
          />
        </>
      )}
    </ActionForm>
  );
}

type SolanaSignInProps = {
  label: ReactNode;
  variant?: 'primary';
  tag?: ReactNode;
  offered: OfferedWallets;
  /** Whether a wallet that is on no account gets one. */
  opensAccount: boolean;
  note?: string | undefined;
  /** The name of the one to connect, without a choice. */
  wallet?: string;
  className?: string;
};

/** Signing in with a wallet. It needs scripts, because wallets do. */
export function SolanaSignIn({ opensAccount, wallet, ...props }: SolanaSignInProps) {
  return (
    <SignInWithWallet
      fetchCode={() => import('./solana-island')}
      islandProps={{ opensAccount, wallet }}
      resumes={!wallet}
      {...props}
    />
  );
}

/**
 * Keeps the order that the page began with, even if an action draws it again, so that no button moves while
 * someone uses one.
 */
export function OrderedSignInOptions({
  isReversed,
  children,
}: {
  isReversed: boolean;
  children: ReactNode[];
}) {
  const [beganReversed] = useState(isReversed);
  const [one, two, three] = children;
  return (
    <>
      {beganReversed ? three : one}
      {two}
      {beganReversed ? one : three}
    </>
  );
}

/**
 * Loaded when needed, since most visits begin with the email. No Suspense: it would stay hidden without
 * scripts.
 */
const LaterStep = lazy(() => import('./later-step').then((file) => ({ default: file.LaterStep })));

export function LazyLaterStep(props: LaterStepProps) {
  return <LaterStep {...props} />;
}
