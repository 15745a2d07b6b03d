'use client';

import { NextField } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import type { TestPerson } from '@/lib/auth/sign-in/test-people';
import { signInWithPasswordAction } from './actions';

export function TestPeopleForm({ people, password }: { people: TestPerson[]; password: string }) {
  return (
    <ActionForm action={signInWithPasswordAction} className="grid gap-3">
      <p className="text-muted">Only on this machine: sign in as a test person.</p>
      <NextField />
      <input type="hidden" name="password" value={password} />
      <div className="flex flex-wrap gap-2">
        {people.map(({ email, label }) => (
          <SubmitButton
            key={email}
            variant="secondary"
            label={label}
            pendingLabel="Signing in…"
            sends={{ name: 'email', value: email }}
          />
        ))}
      </div>
    </ActionForm>
  );
}
