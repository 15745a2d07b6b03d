'use client';

import { type ReactNode, useEffect } from 'react';
import { ActionForm, type FormAction, typedValue } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { ContinueLink, EnvBlock } from './env-block';
import { RadioGroup, RegistrationFields } from './registration-fields';

type RegisterFormProps = {
  /** A prop of the page, so that the page loads the scripts of the registered app's view. */
  action: FormAction;
  issuer: string;
};

export function RegisterForm({ action, issuer }: RegisterFormProps) {
  return (
    <ActionForm
      action={action}
      className="group/app tall-controls grid max-w-form gap-5"
      whenDone={({ name = '', clientId = '', secret = '', redirectUri = '', signOutUri }, shown) => (
        <Registered path={`/developers/${clientId}`} name={name}>
          {shown ?? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <h1 className="[overflow-wrap:anywhere]">{name}</h1>
              <EnvBlock
                values={{ issuer, clientId, redirectUri, signOutUri, isConfidential: secret !== '' }}
                secret={secret}
              />
              <ContinueLink clientId={clientId} hasSecret={secret !== ''} />
            </div>
          )}
        </Registered>
      )}
    >
      {(state, pending) => (
        <>
          <h1 className="mb-1">Register an app</h1>
          <RegistrationFields state={state}>
            <RadioGroup
              legend="Where does it run?"
              name="kind"
              options={kinds}
              chosen={typedValue(state, 'kind') ?? 'confidential'}
            />
          </RegistrationFields>
          <div>
            <SubmitButton label="Register" pendingLabel="Registering…" pending={pending} />
          </div>
          <p>
            <a href="/developers" className="tappable">
              Back to your apps
            </a>
          </p>
        </>
      )}
    </ActionForm>
  );
}

const kinds = [
  {
    value: 'confidential',
    label: 'On a server',
    hint: 'It can keep a secret, like most websites.',
  },
  {
    value: 'public',
    label: 'Mobile, desktop or single-page app',
    hint: "It can't keep a secret, so it uses PKCE only.",
  },
];

function Registered({ path, name, children }: { path: string; name: string; children: ReactNode }) {
  useEffect(() => {
    // Reloading then shows the app's page: an empty form would invite a second registration. Bypasses the router's `replaceState`, which
    // would restore the form on Back; the browser loads an entry that isn't the router's.
    History.prototype.replaceState.call(history, {}, '', path);
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
    document.title = document.title.replace(/^.* ·/, `${name} ·`);
  }, [path, name]);
  return children;
}
