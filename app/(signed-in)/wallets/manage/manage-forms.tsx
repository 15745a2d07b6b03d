'use client';

import {
  labelWalletAction,
  listWalletAction,
  makeWalletPrimaryAction,
  publishWalletAction,
  removeWalletAction,
} from '@/app/(signed-in)/wallets/actions';
import { ActionForm, type FormAction } from '@/components/ui/action-form';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { SubmitButton } from '@/components/ui/submit-button';
import { LabelField } from '@/components/wallet/list/label-field';
import type { Wallet } from '@/lib/wallets/list-wallets';

type Act = {
  says: string;
  label: string;
  action: FormAction;
  isDanger?: boolean;
  Submit?: typeof SubmitButton;
};

function listActs({ isPrimary, isPublic, isListed, namesAccount }: Wallet): Act[] {
  const primary = { says: 'Your primary wallet comes first in your list.', label: 'Make primary' };
  const stop = { says: 'Anyone with the link can see the proof.', label: 'Stop sharing' };
  const share = {
    says: "Anyone with the link will see the address, the signed statement, your account's ID, its name at the time, and when you proved it. Never your email or the label. Messaging apps may keep a preview.",
    label: 'Make it public',
  };
  const list = isListed
    ? { says: 'Your page lists this wallet.', label: 'Take off your page' }
    : { says: 'Your page has one link for the wallets that you list on it.', label: 'Add to your page' };
  const says =
    'Its proof ends, and so do other sessions it signed in. What it holds stays yours, and you can prove it again.';
  return [
    ...(isPrimary ? [] : [{ ...primary, action: makeWalletPrimaryAction, Submit: SubmitButton }]),
    ...(namesAccount ? [{ ...(isPublic ? stop : share), action: publishWalletAction }] : []),
    ...(isPublic ? [{ ...list, action: listWalletAction }] : []),
    { says, label: 'Remove wallet', action: removeWalletAction, isDanger: true },
  ];
}

export function ManageForms({ wallet }: { wallet: Wallet }) {
  const reference = <input type="hidden" name="walletId" value={wallet.id} />;
  return (
    <div className="divide-y divide-hairline border-y border-hairline *:py-5">
      <ActionForm action={labelWalletAction} whenDone={() => <p role="status">Label saved</p>}>
        {reference}
        <LabelField wallet={wallet} />
        <SubmitButton label="Save" pendingLabel="Saving…" />
      </ActionForm>
      {listActs(wallet).map(({ says, label, action, isDanger, Submit = HeldSubmitButton }) => (
        <ActionForm key={label} action={action}>
          {reference}
          <input type="hidden" name="isPublic" value={String(!wallet.isPublic)} />
          <input type="hidden" name="isListed" value={String(!wallet.isListed)} />
          <input type="hidden" name="proofId" value={wallet.proofId} />
          <p>{says}</p>
          <Submit label={label} pendingLabel="One moment…" variant={isDanger ? 'danger' : 'secondary'} />
        </ActionForm>
      ))}
    </div>
  );
}
