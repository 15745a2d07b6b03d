'use client';

import { ActionForm, type FormAction, fieldProblem, typedValue } from '@/components/ui/action-form';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import type { Wallet } from '@/lib/wallets/list-wallets';
import {
  labelWalletAction,
  makeWalletPrimaryAction,
  publishWalletAction,
  removeWalletAction,
} from '../actions';

/** Each is a section of its own, and says itself how it went. */
export function ManageForms({ wallet }: { wallet: Wallet }) {
  return (
    <div className="divide-y divide-hairline border-y border-hairline *:py-5">
      <ActionForm action={labelWalletAction} whenDone={() => <p role="status">Label saved</p>}>
        {(state, pending) => (
          <>
            <input type="hidden" name="walletId" value={wallet.id} />
            <Field
              label="Label"
              name="label"
              dir="auto"
              hint="Only you see it."
              autoComplete="off"
              defaultValue={typedValue(state, 'label') ?? wallet.label ?? ''}
              problem={fieldProblem(state, 'label')}
            />
            <SubmitButton label="Save" pendingLabel="Saving…" pending={pending} />
          </>
        )}
      </ActionForm>
      {wallet.isPrimary ? null : (
        <OneButton
          wallet={wallet}
          action={makeWalletPrimaryAction}
          says="Your primary wallet comes first in your list."
          label="Make primary"
        />
      )}
      {wallet.isPublic ? (
        <OneButton
          wallet={wallet}
          action={publishWalletAction}
          says="Anyone with the link can see the proof."
          label="Stop sharing"
          sends={{ name: 'isPublic', value: 'false' }}
        />
      ) : null}
      <OneButton
        wallet={wallet}
        action={removeWalletAction}
        says="Its proof ends, and so do other sessions it signed in. What it holds stays yours, and you can prove it again."
        label="Remove wallet"
        isDanger
      />
    </div>
  );
}

type OneButtonProps = {
  wallet: Wallet;
  action: FormAction;
  says: string;
  label: string;
  sends?: { name: string; value: string };
  isDanger?: boolean;
};

function OneButton({ wallet, action, says, label, sends, isDanger = false }: OneButtonProps) {
  return (
    <ActionForm action={action}>
      {(_state, pending) => (
        <>
          <input type="hidden" name="walletId" value={wallet.id} />
          <p>{says}</p>
          <SubmitButton
            label={label}
            pendingLabel="One moment…"
            pending={pending}
            variant={isDanger ? 'danger' : 'secondary'}
            {...(sends && { sends })}
          />
        </>
      )}
    </ActionForm>
  );
}
