'use client';

import { ActionForm, fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { SettingDone } from '../setting';
import { setDisplayNameAction } from './actions';

export function NameForm({ name }: { name: string | null }) {
  return (
    <ActionForm action={setDisplayNameAction} className="grid gap-3" place="#name">
      {(state, pending) => (
        <>
          <Field
            label="Display name"
            name="name"
            autoComplete="nickname"
            spellCheck={false}
            maxLength={32}
            defaultValue={typedValue(state, 'name') ?? name ?? ''}
            hint="Up to 32 characters (optional)"
            keepsHint
            problem={fieldProblem(state, 'name')}
          />
          <div className="flex flex-wrap items-center gap-3">
            <SubmitButton label="Save name" pendingLabel="Saving…" pending={pending} />
          </div>
          <SettingDone state={state} text="Name saved" />
        </>
      )}
    </ActionForm>
  );
}
