'use client';

import { useEffect, useRef } from 'react';
import { CopyButton } from '@/components/copy-button';
import { ActionForm, typedValue } from '@/components/ui/action-form';
import { buttonClasses } from '@/components/ui/button';
import { SubmitButton } from '@/components/ui/submit-button';
import type { IdTokenAlgorithm } from '@/lib/apps/check-registration';
import { registerClientAction } from './actions';
import { Choice } from './choice';
import { Credential, NewSecret, TokenAlgorithm } from './credentials';
import { RegistrationFields } from './registration-fields';

export function RegisterForm({ issuer }: { issuer: string }) {
  return (
    <ActionForm
      action={registerClientAction}
      className="group/app grid gap-5"
      whenDone={({ clientId = '', secret = '', algorithm }) => (
        <Registered
          issuer={issuer}
          clientId={clientId}
          secret={secret}
          algorithm={algorithm === 'ES256' ? 'ES256' : 'RS256'}
        />
      )}
    >
      {(state, pending) => (
        <>
          <h1 className="mb-1">Register an app</h1>
          <RegistrationFields state={state}>
            <Choice
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

type RegisteredProps = { issuer: string; clientId: string; secret: string; algorithm: IdTokenAlgorithm };

/** Nothing else to press: the next page has the rest, but not the secret. */
function Registered({ issuer, clientId, secret, algorithm }: RegisteredProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = `/developers/${clientId}`;
  // Loaded again, the page is the app's: an empty form would invite a second registration.
  useEffect(() => history.replaceState(null, '', path), [path]);
  // A secret takes the focus itself.
  useEffect(() => {
    if (!secret) heading.current?.focus();
  }, [secret]);
  return (
    <div className="grid gap-5">
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        Your app is registered
      </h1>
      {secret ? <NewSecret secret={secret} title="Copy its secret now" /> : null}
      <Credential label="Client ID" value={clientId} />
      {secret ? (
        <div>
          <CopyButton
            label="Copy all as .env"
            text={`ISSUER=${issuer}\nCLIENT_ID=${clientId}\nCLIENT_SECRET=${secret}\n`}
          />
        </div>
      ) : null}
      <TokenAlgorithm algorithm={algorithm} />
      <p>
        <a href={path} className={buttonClasses('primary')}>
          {secret ? "I've saved it" : "See your app's settings"}
        </a>
      </p>
    </div>
  );
}
