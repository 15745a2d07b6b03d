import { NextField } from '@/components/sign-in/next-param';
import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { deriveTestPassword, testPeople } from '@/lib/auth/sign-in/test-people';
import { environment } from '@/lib/env';
import { signInWithPasswordAction } from './actions';

export function TestPeopleForm() {
  return (
    <ActionForm action={signInWithPasswordAction} className="grid gap-3">
      <p className="text-muted">Only on this machine: sign in as a test person.</p>
      <NextField />
      <input type="hidden" name="password" value={deriveTestPassword(environment().secretKeys[0] ?? '')} />
      <div className="flex flex-wrap gap-2">
        {testPeople.map(({ email, label }) => (
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
