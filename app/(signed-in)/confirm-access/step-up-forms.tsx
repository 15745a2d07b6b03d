'use client';

import { NextField, useNext } from '@/components/sign-in/next-param';
import { ActionForm, type FormAction } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { SignInWithWallet } from '@/components/wallet/sign-in-with-wallet';
import { mailedCodeLifetime } from '@/lib/lifetimes';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';
import {
  confirmByAuthenticatorAction,
  confirmByCodeAction,
  confirmByPasswordAction,
  confirmByWalletAction,
  issueStepUpStatementAction,
  mailStepUpCodeAction,
} from './actions';

/** Called after a confirmation in place. Without it, the action redirects to `next`. */
type InPlace = { onConfirmed?: () => void };

export function CodeMethod(props: InPlace & { email: string; isSent: boolean; onSent?: () => void }) {
  const { email, isSent, onSent, onConfirmed } = props;
  return (
    <>
      {isSent ? (
        <ActionForm action={then(confirmByCodeAction, onConfirmed)}>
          <p>
            We sent a code to {email}. It works once and expires in {mailedCodeLifetime.inWords}.
          </p>
          <NextFields inPlace={onConfirmed !== undefined} />
          <CodeInput takesFocus sendsItself />
          <SubmitButton label="Continue" pendingLabel="Checking…" />
        </ActionForm>
      ) : (
        <p>We'll email a code to {email}.</p>
      )}
      <ActionForm action={then(mailStepUpCodeAction, onSent)}>
        <NextFields inPlace={onConfirmed !== undefined} />
        <SubmitButton
          label={isSent ? 'Send it again' : 'Send the code'}
          pendingLabel="Sending…"
          variant={isSent ? 'secondary' : 'primary'}
        />
      </ActionForm>
    </>
  );
}

export function PasswordForm({ email, onConfirmed }: InPlace & { email: string }) {
  return (
    <ActionForm action={then(confirmByPasswordAction, onConfirmed)}>
      <NextFields inPlace={onConfirmed !== undefined} />
      <PasswordField autoComplete="current-password" username={email} takesFocus />
      <SubmitButton label="Continue" pendingLabel="Checking…" />
    </ActionForm>
  );
}

/** @param isAsked whether the page has already asked for the code. */
export function AuthenticatorForm({ isAsked, onConfirmed }: InPlace & { isAsked: boolean }) {
  return (
    <ActionForm action={then(confirmByAuthenticatorAction, onConfirmed)}>
      {isAsked ? null : <p>Enter the code your authenticator app shows.</p>}
      <NextFields inPlace={onConfirmed !== undefined} />
      <CodeInput takesFocus sendsItself />
      <SubmitButton label="Continue" pendingLabel="Checking…" />
    </ActionForm>
  );
}

function NextFields({ inPlace }: { inPlace: boolean }) {
  return inPlace ? <input type="hidden" name="inPlace" value="yes" /> : <NextField />;
}

/** Returns the action itself if nothing follows, as a form without scripts needs it. */
function then(action: FormAction, follow: (() => void) | undefined): FormAction {
  if (!follow) return action;
  return async (previous, form) => {
    const state = await action(previous, form);
    if (state.status === 'done') follow();
    return state;
  };
}

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
      <p className="hidden text-muted no-js:block">Wallets need JavaScript.</p>
    </>
  );
}
