import { useState } from 'react';
import { ActionForm, type FormAction, fieldProblem, typedValue } from '@/components/ui/action-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import type { Wallet } from '@/lib/wallets/list-wallets';
import { shortenAddress } from '../../../lib/shorten-address';
import { announceSuccess } from './announce-success';
import { nameInControls } from './name-in-controls';
import type { ManagingActions } from './wallet-actions';

export type ManageWalletProps = {
  wallet: Wallet;
  /** Proves it again; null where the browser is not connected to it. */
  prove: (() => void) | null;
  actions: ManagingActions;
  onRemoved: () => void;
};

/** All that can be done with a proven wallet. Each form says itself what went wrong with it. */
export function ManageWallet({ wallet, prove, actions, onRemoved }: ManageWalletProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  const place = `#wallet-${wallet.id}`;
  const named = nameInControls(wallet);
  const reference = <input type="hidden" name="walletId" value={wallet.id} />;
  return (
    <div className="grid gap-5 pb-5 wide:pl-11">
      <ActionForm action={announceSuccess(actions.label, 'Label saved')} place={place} className="grid gap-3">
        {(state, pending) => (
          <>
            {reference}
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <Field
                  label="Label"
                  what={`of ${named}`}
                  name="label"
                  dir="auto"
                  hint="Only you see it."
                  autoComplete="off"
                  defaultValue={typedValue(state, 'label') ?? wallet.label ?? ''}
                  problem={fieldProblem(state, 'label')}
                />
              </div>
              {/* Beside the field, whose label is 24 px high. */}
              <div className="pt-6">
                <SubmitButton
                  label="Save"
                  name={`Save for ${named}`}
                  pendingLabel="Saving…"
                  pending={pending}
                  variant="secondary"
                />
              </div>
            </div>
          </>
        )}
      </ActionForm>

      <ActionForm
        action={announceSuccess(
          actions.publish,
          wallet.isPublic ? 'The proof is private now' : 'The proof is public now',
        )}
        place={place}
        className="grid gap-0.5"
      >
        {(_state, pending) => (
          <>
            {reference}
            <input type="hidden" name="proofId" value={wallet.proofId} />
            <input type="hidden" name="isPublic" value={String(!wallet.isPublic)} />
            <PublicSwitch wallet={wallet} pending={pending} />
          </>
        )}
      </ActionForm>

      <p className="text-small text-muted">
        {wallet.isPrimary
          ? 'This is your primary wallet: it comes first in your list.'
          : 'Your primary wallet comes first in your list.'}
      </p>
      <div className="flex flex-wrap items-start gap-2">
        {wallet.isPrimary ? null : (
          <ActionForm action={announceSuccess(actions.makePrimary, 'Primary wallet changed')} place={place}>
            {(_state, pending) => (
              <>
                {reference}
                <SubmitButton
                  label="Make primary"
                  name={`Make primary: ${named}`}
                  pendingLabel="Changing…"
                  pending={pending}
                  variant="secondary"
                />
              </>
            )}
          </ActionForm>
        )}
        {prove ? (
          <Button onClick={prove}>
            Prove again<span className="sr-only">: {named}</span>
          </Button>
        ) : null}
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setIsRemoving(true)}>
          Remove<span className="sr-only"> {named}</span>
        </Button>
      </div>
      {prove ? null : <p className="text-small text-muted">To prove it again, connect it first.</p>}
      <RemoveWallet
        wallet={wallet}
        isOpen={isRemoving}
        action={announceSuccess(actions.remove, 'Wallet removed', onRemoved)}
        onClose={() => setIsRemoving(false)}
      />
    </div>
  );
}

function PublicSwitch({ wallet, pending }: { wallet: Wallet; pending: boolean }) {
  const hintId = `public-${wallet.id}`;
  return (
    <>
      <button
        type="submit"
        role="switch"
        aria-checked={wallet.isPublic}
        aria-describedby={hintId}
        aria-disabled={pending}
        className="group inline-flex min-h-11 items-center gap-3 justify-self-start font-semibold"
      >
        <span
          aria-hidden="true"
          className="flex h-6 w-10 items-center rounded-full border border-edge bg-sunken p-0.5 transition-colors duration-120 group-aria-checked:border-ink group-aria-checked:bg-ink"
        >
          <span className="size-4.5 rounded-full bg-edge transition-[translate] duration-120 group-aria-checked:translate-x-4 group-aria-checked:bg-paper forced-colors:bg-[ButtonText] forced-colors:group-aria-checked:bg-[Highlight]" />
        </span>
        Public<span className="sr-only">: {nameInControls(wallet)}</span>
      </button>
      <p id={hintId} className="text-small text-muted">
        Anyone with the link can see the address, the signed statement, your account's ID, its name at the
        time, and when you proved it. Never your email. Messaging apps may keep a preview.
      </p>
    </>
  );
}

/** Asks once before a wallet is removed. Names it, and says what goes and what stays. */
function RemoveWallet(props: { wallet: Wallet; isOpen: boolean; action: FormAction; onClose: () => void }) {
  const { wallet, isOpen, action, onClose } = props;
  return (
    <Dialog isOpen={isOpen} heading={`Remove ${shortenAddress(wallet.address)}?`} onClose={onClose}>
      {wallet.label ? (
        <p className="mb-2 font-semibold">
          <bdi>{wallet.label}</bdi>
        </p>
      ) : null}
      <p className="mb-5">
        Its proof ends{wallet.isPublic ? ', and the public page says so' : ''}. Other sessions it signed in
        end too. What it holds stays yours, your activity keeps the record, and you can prove it again.
      </p>
      <ActionForm action={action} place={`#wallet-${wallet.id}`} className="flex flex-col gap-2">
        {(_state, pending) => (
          <>
            <input type="hidden" name="walletId" value={wallet.id} />
            <SubmitButton variant="danger" label="Remove wallet" pendingLabel="Removing…" pending={pending} />
            <Button onClick={onClose}>Keep it</Button>
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}
