'use client';

import { useFirstFocus } from '@/app/(signed-out)/use-first-focus';
import { EmailField } from '@/components/sign-in/email-field';
import { NextField } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import { signUpAction } from './actions';

/** @param takesCodes whether a user can sign up without a password. */
export function SignUpForm({ takesCodes, codeNote }: { takesCodes: boolean; codeNote: string }) {
  const email = useFirstFocus();
  return (
    <ActionForm action={signUpAction}>
      <NextField />
      <EmailField ref={email} />
      <PasswordField autoComplete="new-password" hint="At least 8 characters." />
      <SubmitButton label="Create account" pendingLabel="Creating your account…" />
      {takesCodes ? (
        <div className="grid gap-1.5">
          <SubmitButton
            variant="secondary"
            label="Sign up without a password"
            pendingLabel="Sending a code…"
            sends={{ name: 'way', value: 'code' }}
          />
          <p className="text-center text-small text-muted">{codeNote}</p>
        </div>
      ) : null}
    </ActionForm>
  );
}
