import { ActionForm, type FormAction, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { nameProblem } from '@/components/ui/name-problem';
import { SubmitButton } from '@/components/ui/submit-button';
import type { Wallet } from '@/lib/wallets/list-wallets';

type NameOnProofProps = {
  wallet: Wallet;
  canSign: boolean;
  /** Whether the typed name differs from the proof's. */
  isTyped: boolean;
  onTyped: (name: string) => void;
  action: FormAction;
};

/** A proof keeps the name signed with it, so another name requires another signature. */
export function NameOnProof({ wallet, canSign, isTyped, onTyped, action }: NameOnProofProps) {
  const { displayName, accountName, accountCode, isPublic } = wallet;
  if (!canSign)
    return displayName === null ? (
      <p className="text-small text-muted">
        Show a name? Connect this wallet first: a name takes a new signature.
      </p>
    ) : null;
  const isOffered = isTyped || (accountName !== null && accountName !== displayName);
  return (
    <ActionForm action={action} className="grid gap-3">
      {(state, pending) => (
        <>
          <input type="hidden" name="isFirst" value="on" />
          <Field
            label="Show a name?"
            name="name"
            dir="auto"
            autoComplete="nickname"
            spellCheck={false}
            required
            defaultValue={typedValue(state, 'name') ?? accountName ?? displayName ?? ''}
            onChange={(event) => onTyped(event.target.value)}
            hint={
              displayName === null
                ? `Optional. Without one it shows your account’s ID, ${accountCode}.`
                : 'This proof was signed with a name. Another one takes another signature.'
            }
            keepsHint
            problem={nameProblem(state)}
          />
          {isOffered ? (
            <>
              <p className="text-small text-muted">
                You’ll sign again with this name. Older links are replaced. Apps that may see your profile see
                it too.
              </p>
              <SubmitButton
                label="Sign with this name"
                pendingLabel="Saving…"
                pending={pending}
                variant={isTyped && !isPublic ? 'primary' : 'secondary'}
              />
            </>
          ) : null}
        </>
      )}
    </ActionForm>
  );
}
