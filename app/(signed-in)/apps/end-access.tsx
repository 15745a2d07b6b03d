'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { endGrantAction, unshareWalletAction } from './actions';

/** @param app tells the button from its neighbours. */
export function EndAccess({ grantId, app }: { grantId: string; app: string }) {
  return (
    <ActionForm action={endGrantAction}>
      {(_state, pending) => (
        <div>
          <input type="hidden" name="grantId" value={grantId} />
          <SubmitButton
            variant="danger"
            isHeld
            label="End access"
            pendingLabel="Ending…"
            pending={pending}
            name={`End access of ${app}`}
          />
        </div>
      )}
    </ActionForm>
  );
}

type StopSharingProps = { grantId: string; walletId: string; wallet: string; app: string };

export function StopSharing({ grantId, walletId, wallet, app }: StopSharingProps) {
  return (
    <ActionForm action={unshareWalletAction} className="grid gap-2">
      {(_state, pending) => (
        <div>
          <input type="hidden" name="grantId" value={grantId} />
          <input type="hidden" name="walletId" value={walletId} />
          <SubmitButton
            variant="quiet"
            isHeld
            label="Stop sharing"
            pendingLabel="Stopping…"
            pending={pending}
            className="-mx-3.5"
            name={`Stop sharing ${wallet} with ${app}`}
          />
        </div>
      )}
    </ActionForm>
  );
}
