'use client';

import { deleteAccountAction } from '@/app/(signed-in)/account/actions';
import { ActionForm } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { fieldProblem } from '@/components/ui/form-answer';
import { SubmitButton } from '@/components/ui/submit-button';

/** @param email empty for an account without one; the user then types its ID. */
export function DeleteForm({ email, accountCode }: { email: string; accountCode: string }) {
  const missing = `Type your ${email ? 'email' : 'account ID'} to confirm.`;
  return (
    <ActionForm action={deleteAccountAction}>
      {(state) => {
        const problem = fieldProblem(state, 'confirmation');
        return (
          <>
            <Field
              label={`Type ${email || accountCode} to confirm`}
              name="confirmation"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              {...(email ? { hint: `Or the ID of your account, ${accountCode}.` } : {})}
              problem={problem?.code === 'field.required' ? { ...problem, title: missing } : problem}
            />
            <SubmitButton
              variant="danger"
              label="Delete the account permanently"
              pendingLabel="Deleting…"
              className="justify-self-start"
            />
          </>
        );
      }}
    </ActionForm>
  );
}
