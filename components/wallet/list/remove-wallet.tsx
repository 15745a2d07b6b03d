import { ActionForm } from '@/components/ui/action-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { SubmitButton } from '@/components/ui/submit-button';
import type { Wallet } from '@/lib/wallets/list-wallets';
import { shortenAddress } from '../../../lib/shorten-address';
import type { FormAction } from '../signing/wallet-actions';

/** Asks once before a wallet is removed. Names it, and says what goes and what stays. */
export function RemoveWallet(props: {
  wallet: Wallet;
  isOpen: boolean;
  action: FormAction;
  onClose: () => void;
}) {
  const { wallet, isOpen, action, onClose } = props;
  return (
    <Dialog isOpen={isOpen} heading={`Remove ${shortenAddress(wallet.address)}?`} onClose={onClose}>
      {wallet.label ? (
        <p className="mb-2 font-semibold">
          <bdi>{wallet.label}</bdi>
        </p>
      ) : null}
      <p className="mb-5">
        Its proof ends{wallet.isPublic ? ', and the public page says so' : ''}. Other sessions that it signed
        in end too. What it holds stays yours, your activity keeps the record, and you can prove it again.
      </p>
      <ActionForm action={action} place={`#wallet-${wallet.id}`} className="flex flex-col gap-2">
        {(_state, pending) => (
          <>
            <input type="hidden" name="walletId" value={wallet.id} />
            <SubmitButton label="Remove wallet" pendingLabel="Removing…" pending={pending} />
            <Button onClick={onClose}>Keep it</Button>
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}
