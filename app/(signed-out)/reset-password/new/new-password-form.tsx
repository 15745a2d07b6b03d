'use client';

import { chooseNewPasswordAction } from '@/app/(signed-out)/reset-password/actions';
import { ActionForm } from '@/components/ui/action-form';
import { buttonClasses } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';

export function NewPasswordForm({ email, nextPath }: { email: string; nextPath: string }) {
  return (
    <ActionForm
      action={chooseNewPasswordAction}
      whenDone={() => (
        <div className="grid gap-4">
          <Notice title="Your password is changed.">
            Every other session has ended. They no longer have access, and pages open there close within the
            hour.
          </Notice>
          <a href={nextPath} className={buttonClasses('primary')}>
            Continue
          </a>
        </div>
      )}
    >
      <p className="text-muted">For {email}. Every other session of this account will end.</p>
      <PasswordField autoComplete="new-password" username={email} hint="At least 8 characters." />
      <SubmitButton label="Change password" pendingLabel="Changing…" />
    </ActionForm>
  );
}
