'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { changeClientAction, rotateSecretAction } from '@/app/(signed-in)/developers/actions';
import { EnvBlock, type EnvValues } from '@/app/(signed-in)/developers/env-block';
import {
  AlgorithmField,
  LogoField,
  RadioGroup,
  RegistrationFields,
} from '@/app/(signed-in)/developers/registration-fields';
import { ActionForm } from '@/components/ui/action-form';
import { fieldProblem, typedValue } from '@/components/ui/form-answer';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { LocalTime } from '@/components/ui/local-time';
import { SubmitButton } from '@/components/ui/submit-button';
import type { OwnClient } from '@/lib/apps/own-clients';
import type { FormState } from '@/lib/forms/form-state';

type SecretFormProps = {
  values: EnvValues;
  /** Identifies the newest secret, which the user may end. */
  newestMadeAt: string;
  /** The end of the previous secret's grace period, or null. Until then, a new secret requires a choice of which one to end. */
  previousUntil: string | null;
};

export function SecretForm({ values, newestMadeAt, previousUntil }: SecretFormProps) {
  return (
    <ActionForm
      action={rotateSecretAction}
      whenDone={({ secret }) => <NewSecret values={values} secret={secret} />}
    >
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">
          We store only a hash. After you make a new secret, the old one works for another day.
        </p>
        {previousUntil ? (
          <p>
            The previous secret works until <LocalTime at={previousUntil} />. To make another before then,
            choose which one stops working.
          </p>
        ) : null}
        <input type="hidden" name="clientId" value={values.clientId} />
        <input type="hidden" name="newestMadeAt" value={newestMadeAt} />
        {/* A choice about one secret doesn't apply to the next. */}
        {previousUntil ? (
          <RadioGroup
            key={newestMadeAt}
            legend="Which secret should stop working?"
            name="ending"
            options={endings}
          />
        ) : null}
        <HeldSubmitButton variant="secondary" label="Make a new secret" pendingLabel="Making it…" />
      </div>
    </ActionForm>
  );
}

/** Neither is preselected: each ends a secret at once. */
const endings = [
  {
    value: 'newest',
    label: 'The newest',
    hint: 'Choose this if nobody saved it. The previous one keeps working until it expires.',
  },
  {
    value: 'both',
    label: 'Both, now',
    hint: 'Nobody can sign in to the app until it has the new one.',
  },
];

function NewSecret({ values, secret }: { values: EnvValues; secret: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Copy the new secret now
      </h3>
      <EnvBlock values={values} secret={secret} />
    </div>
  );
}

export function DetailsForm({ client }: { client: OwnClient }) {
  return (
    <ChangeForm clientId={client.clientId}>
      {(state) => <RegistrationFields state={state} given={client} />}
    </ChangeForm>
  );
}

export function AlgorithmForm({ clientId, algorithm }: OwnClient) {
  return (
    <ChangeForm clientId={clientId}>
      {(state) => <AlgorithmField chosen={typedValue(state, 'algorithm') ?? algorithm} />}
    </ChangeForm>
  );
}

export function LogoForm({ clientId, hasLogo }: OwnClient) {
  return (
    <ChangeForm clientId={clientId}>
      {(state) => (
        <>
          <LogoField problem={fieldProblem(state, 'logo')} />
          {hasLogo ? (
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input type="checkbox" name="withoutLogo" className="size-5 shrink-0 accent-ink" />
              Remove the logo
            </label>
          ) : null}
        </>
      )}
    </ChangeForm>
  );
}

type ChangeFormProps = { clientId: string; children: (state: FormState) => ReactNode };

function ChangeForm({ clientId, children }: ChangeFormProps) {
  return (
    <ActionForm action={changeClientAction} className="tall-controls grid max-w-form gap-5">
      {(state) => (
        <>
          <input type="hidden" name="clientId" value={clientId} />
          {children(state)}
          <div>
            <SubmitButton label="Save changes" pendingLabel="Saving…" />
          </div>
        </>
      )}
    </ActionForm>
  );
}
