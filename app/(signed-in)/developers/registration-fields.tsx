'use client';

import { fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { nameProblem } from '@/components/ui/name-problem';
import { TextArea } from '@/components/ui/text-area';
import type { OwnClient } from '@/lib/apps/own-clients';
import type { FormState } from '@/lib/forms/form-state';
import { LogoField } from './logo-field';
import { RadioGroup } from './radio-group';

const algorithms = [
  { value: 'RS256', label: 'RS256', hint: "The default of most libraries. Choose it if you're unsure." },
  { value: 'ES256', label: 'ES256', hint: 'Shorter signatures. Most libraries need a setting for it.' },
];

type RegistrationFieldsProps = {
  state: FormState;
  given?: Pick<OwnClient, 'name' | 'redirectUris' | 'signOutUris' | 'isConfidential'>;
  children?: React.ReactNode;
};

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
            ? "If you change the name or add a host, people have to agree again. Until then, your app can't see their data."
            : 'People see it on the consent page. Up to 40 characters.')
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
        hint={<RedirectHint {...(given && { isConfidential: given.isConfidential })} />}
        problem={fieldProblem(state, 'redirectUris')}
        required
      />
      {given ? <SignOutField state={state} given={given} /> : <Advanced state={state} />}
    </>
  );
}

/** Few new apps need these. Collapsed, unless one has an error. */
function Advanced({ state }: Pick<RegistrationFieldsProps, 'state'>) {
  const isWrong = fieldProblem(state, 'signOutUris') ?? fieldProblem(state, 'logo');
  return (
    <details open={isWrong !== undefined}>
      <summary className="min-h-control w-fit cursor-pointer content-center font-medium">Advanced</summary>
      <div className="mt-3 grid gap-5">
        <SignOutField state={state} />
        <AlgorithmField chosen={typedValue(state, 'algorithm') ?? 'RS256'} />
        <LogoField problem={fieldProblem(state, 'logo')} />
      </div>
    </details>
  );
}

function SignOutField({ state, given }: Pick<RegistrationFieldsProps, 'state' | 'given'>) {
  return (
    <TextArea
      label="Sign-out addresses (optional)"
      name="signOutUris"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      rows={2}
      className="font-mono"
      defaultValue={typedValue(state, 'signOutUris') ?? given?.signOutUris.join('\n')}
      hint="Where your app may send people after signing out. One per line."
      problem={fieldProblem(state, 'signOutUris')}
    />
  );
}

export function AlgorithmField({ chosen }: { chosen: string }) {
  return (
    <RadioGroup legend="ID tokens are signed with" name="algorithm" options={algorithms} chosen={chosen} />
  );
}

function RedirectHint({ isConfidential }: { isConfidential?: boolean }) {
  const web = 'https://app.example/auth/callback';
  const own = `com.example.app:/callback or ${web}`;
  return (
    <>
      Where people return after they agree, such as{' '}
      {isConfidential === undefined ? (
        <>
          <span className="group-has-[[value=public]:checked]/app:hidden">{web}</span>
          <span className="hidden group-has-[[value=public]:checked]/app:inline">{own}</span>
        </>
      ) : isConfidential ? (
        web
      ) : (
        own
      )}
      . One per line, at most ten, each exactly as your app sends it.
    </>
  );
}
