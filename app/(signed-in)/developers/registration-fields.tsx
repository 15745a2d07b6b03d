'use client';

import { fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { nameProblem } from '@/components/ui/name-problem';
import { TextArea } from '@/components/ui/text-area';
import type { OwnClient } from '@/lib/apps/own-clients';
import { refuseRedirectUri } from '@/lib/apps/redirect-uri';
import type { FormState } from '@/lib/forms/form-state';
import type { Problem } from '@/lib/problem';
import { Choice } from './choice';
import { LogoField } from './logo-field';

const algorithms = [
  { value: 'RS256', label: 'RS256', hint: "The default of most libraries. Choose it if you're unsure." },
  { value: 'ES256', label: 'ES256', hint: 'Shorter signatures. Most libraries need to be told.' },
];

type RegistrationFieldsProps = {
  state: FormState;
  /** What stands there before anything is typed. */
  given?: Pick<OwnClient, 'name' | 'redirectUris' | 'signOutUris' | 'algorithm'>;
  children?: React.ReactNode;
};

/** What a new app is asked for and one that is there can change. */
export function RegistrationFields({ state, given, children }: RegistrationFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        defaultValue={typedValue(state, 'name') ?? given?.name}
        keepsHint
        hint={
          fieldProblem(state, 'name')?.hint ??
          (given
            ? 'With another name, or a new host below, everybody is asked again: until then your app sees nothing of them.'
            : 'What people read where they agree. Up to 40 characters.')
        }
        problem={nameProblem(state)}
        required
      />
      {children}
      <TextArea
        label="Redirect addresses"
        name="redirectUris"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        defaultValue={typedValue(state, 'redirectUris') ?? given?.redirectUris.join('\n')}
        hint="Where people come back to after they agreed, like https://app.example/callback. One per line, at most ten, each exactly as your app sends it."
        problem={nameWrongOnes(state, 'redirectUris')}
        required
      />
      <TextArea
        label="Sign-out addresses (optional)"
        name="signOutUris"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        rows={2}
        className="font-mono"
        defaultValue={typedValue(state, 'signOutUris') ?? given?.signOutUris.join('\n')}
        hint="Where your app may send people after they signed out. One per line."
        problem={nameWrongOnes(state, 'signOutUris')}
      />
      <Choice
        legend="ID tokens are signed with"
        name="algorithm"
        options={algorithms}
        chosen={typedValue(state, 'algorithm') ?? given?.algorithm ?? 'RS256'}
      />
      <LogoField problem={fieldProblem(state, 'logo')} />
    </>
  );
}

/** Which of the lines can't be used by any app. What only this app or site can't use is for its reader to see. */
function nameWrongOnes(state: FormState, name: string): Problem | undefined {
  const problem = fieldProblem(state, name);
  const lines = (typedValue(state, name) ?? '').split('\n').map((line) => line.trim());
  const wrong = lines.filter(
    (line) =>
      line !== '' &&
      [true, false].every((isConfidential) => refuseRedirectUri(line, { isConfidential, isLocal: true })),
  );
  return problem && wrong.length > 0
    ? { ...problem, title: `${problem.title} Look at ${wrong.join(', ')}` }
    : problem;
}
