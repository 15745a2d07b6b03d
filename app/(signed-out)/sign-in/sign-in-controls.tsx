'use client';

import { lazy, type ReactNode, useState } from 'react';
import { useFirstFocus } from '@/app/(signed-out)/use-first-focus';
import { EmailField } from '@/components/sign-in/email-field';
import { NextField } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { useIdleFetch } from '@/components/ui/use-idle-fetch';
import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import type { continueWithEmailAction } from './actions';
import type { LaterStepProps } from './later-step';

type EmailStepProps = {
  /** A prop from the server. An import here would add 0.2 kB of script for calling actions. */
  action: typeof continueWithEmailAction;
  known: string | undefined;
  /** Whether it is the first option: it then takes the focus and has the filled button. */
  isFirst: boolean;
  /** Other ways to continue with the typed email. */
  children: ReactNode;
};

/** The next step looks the same whether or not the email has an account. */
export function EmailStep({ action, known, isFirst, children }: EmailStepProps) {
  const email = useFirstFocus(isFirst);
  useIdleFetch(fetchLaterStep);
  return (
    <ActionForm action={action}>
      <NextField />
      {/* If the page offers passkeys, the browser lists them here too. */}
      <EmailField ref={email} known={known} autoComplete="username webauthn" />
      <SubmitButton variant={isFirst ? 'primary' : 'secondary'} label="Continue" pendingLabel="Continuing…" />
      {children}
    </ActionForm>
  );
}

type SolanaSignInProps = {
  label: ReactNode;
  variant?: 'primary';
  tag?: ReactNode;
  offered: OfferedWallets;
  /** Whether an unknown wallet creates an account. */
  opensAccount: boolean;
  note?: string | undefined;
  /** The wallet to connect without a choice, by name. */
  wallet?: string;
  className?: string;
};

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

/** Keeps the page's first order, even if an action renders it again, so that no button moves while a user presses one. */
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

const fetchLaterStep = () => import('./later-step');

/** Fetched in idle time or for its step, since most visits begin with the email. Without Suspense, whose content would stay hidden without scripts. */
const LaterStep = lazy(() => fetchLaterStep().then((file) => ({ default: file.LaterStep })));

export function LazyLaterStep(props: LaterStepProps) {
  return <LaterStep {...props} />;
}
