'use client';

import { longestDisplayName, refuseDisplayName, writePlainName } from 'countersign/proof/display-name';
import { useId, useState } from 'react';
import { SettingDone } from '@/app/(signed-in)/setting';
import { ActionForm } from '@/components/ui/action-form';
import { CodeInput } from '@/components/ui/code-input';
import { Field } from '@/components/ui/field';
import { nameProblem } from '@/components/ui/name-problem';
import { SubmitButton } from '@/components/ui/submit-button';
import { changeEmailAction, confirmEmailChangeAction, setDisplayNameAction } from './actions';

export function NameForm({ name }: { name: string | null }) {
  const [typed, setTyped] = useState(name ?? '');
  const id = useId();
  const composed = typed.normalize('NFC').trim();
  return (
    <ActionForm action={setDisplayNameAction} className="grid gap-3" place="#name">
      {(state) => (
        <>
          {name === null ? <input type="hidden" name="isFirst" value="on" /> : null}
          <div>
            <Field
              label="Display name"
              name="name"
              dir="auto"
              autoComplete="nickname"
              spellCheck={false}
              defaultValue={name ?? ''}
              onInput={(event) => setTyped(event.currentTarget.value)}
              hint="Optional. Use any script, up to 32 characters."
              keepsHint
              aria-describedby={`${id}-length ${id}`}
              problem={nameProblem(state)}
            />
            <NameLength id={`${id}-length`} length={[...composed].length} />
          </div>
          <SignedName id={id} name={composed} />
          <div className="flex flex-wrap items-center gap-3">
            <SubmitButton label="Save name" pendingLabel="Saving…" describedBy={id} />
          </div>
          <SettingDone text="Name saved" />
        </>
      )}
    </ActionForm>
  );
}

/** The field has no maximum: a name that is too long gets an error here and when it is saved. */
function NameLength({ id, length }: { id: string; length: number }) {
  const isTooLong = length > longestDisplayName;
  return (
    <p id={id} className={`mt-1 text-small no-js:hidden ${isTooLong ? 'text-danger' : 'text-muted'}`}>
      {length} of {longestDisplayName} characters
      {isTooLong ? ': ' : null}
      <span aria-live="polite">{isTooLong ? `${length - longestDisplayName} too many` : null}</span>
    </p>
  );
}

function SignedName({ id, name }: { id: string; name: string }) {
  const plain = name === '' || refuseDisplayName(name) !== null ? undefined : writePlainName(name);
  return (
    <p id={id} className="text-small text-muted">
      {plain === null
        ? 'Statements will name your account by its ID only: hardware wallets show only A to Z. '
        : null}
      {plain && plain !== name ? (
        <>
          What you sign says <b className="font-semibold text-ink">{plain}</b>, because hardware wallets show
          only A to Z.{' '}
        </>
      ) : null}
      Applies to new proofs. Prove a wallet again to update its proof.
    </p>
  );
}

/** @param hasEmail whether the account has an email, which then must confirm too. */
export function EmailForm({ hasEmail }: { hasEmail: boolean }) {
  return (
    <ActionForm action={changeEmailAction} className="grid gap-3" place="#email">
      <Field
        label={hasEmail ? 'New email' : 'Email'}
        name="email"
        type="email"
        autoComplete="email"
        required
        hint={
          hasEmail
            ? "We'll email both addresses. The change takes effect once both confirm, and every other session ends."
            : "We'll email you a link to confirm it."
        }
      />
      <div>
        <SubmitButton label={hasEmail ? 'Change email' : 'Add email'} pendingLabel="Sending…" />
      </div>
      <SettingDone text="Check your email." />
    </ActionForm>
  );
}

export function ConfirmChangeForm() {
  return (
    <ActionForm action={confirmEmailChangeAction} className="grid gap-3">
      <CodeInput sendsItself />
      <div>
        <SubmitButton variant="secondary" label="Confirm code" pendingLabel="Checking…" />
      </div>
    </ActionForm>
  );
}
