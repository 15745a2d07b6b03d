'use client';

import { SettingDone } from '@/app/(signed-in)/setting';
import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { changeEmailAction, confirmEmailChangeAction } from './actions';

/** @param hasEmail whether the account has an email, which then must confirm too. */
export function EmailForm({ hasEmail }: { hasEmail: boolean }) {
  return (
    <ActionForm action={changeEmailAction} className="grid gap-3" place="#email">
      {(state, pending) => (
        <>
          <Field
            label={hasEmail ? 'New email' : 'Email'}
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={state.status === 'done' ? '' : typedValue(state, 'email')}
            hint={
              hasEmail
                ? "We'll email both addresses. The change takes effect once both confirm, and every other session ends."
                : "We'll email you a link to confirm it."
            }
            problem={fieldProblem(state, 'email')}
          />
          <div>
            <SubmitButton
              label={hasEmail ? 'Change email' : 'Add email'}
              pendingLabel="Sending…"
              pending={pending}
            />
          </div>
          <SettingDone state={state} text="Check your email." />
        </>
      )}
    </ActionForm>
  );
}

export function ConfirmChangeForm() {
  return (
    <ActionForm action={confirmEmailChangeAction} className="grid gap-3">
      {(state, pending) => (
        <>
          <CodeInput problem={fieldProblem(state, 'code')} sendsItself />
          <div>
            <SubmitButton
              variant="secondary"
              label="Confirm code"
              pendingLabel="Checking…"
              pending={pending}
            />
          </div>
        </>
      )}
    </ActionForm>
  );
}
