'use client';

import { SettingDone } from '@/app/(signed-in)/setting';
import { ActionForm } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { typedValue } from '@/components/ui/form-answer';
import { PasswordField } from '@/components/ui/password-field';
import { SubmitButton } from '@/components/ui/submit-button';
import type { FormState } from '@/lib/forms/form-state';
import { changePasswordAction } from './actions';

export function PasswordForm({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const label = hasPassword ? 'Change password' : 'Set password';
  return (
    <ActionForm action={changePasswordAction} className="grid gap-3" place="#password">
      {(state) => (
        <>
          {asksForCode(state) ? (
            <>
              <input type="hidden" name="asked" value="yes" />
              <CodeInput takesFocus hint="From the email we sent you. Leave it empty to get a new one." />
            </>
          ) : null}
          <PasswordField
            autoComplete="new-password"
            username={email}
            hint="At least 8 characters. You'll be signed out everywhere else."
          />
          <div>
            <SubmitButton label={label} pendingLabel="Saving…" />
          </div>
          <SettingDone text="Password saved. Every other session has ended." />
        </>
      )}
    </ActionForm>
  );
}

/** Once a code was emailed, the form shows its field until the password is set. */
function asksForCode(state: FormState): boolean {
  if (state.status !== 'failed') return false;
  return state.problem.code === 'account.code_needed' || typedValue(state, 'asked') === 'yes';
}
