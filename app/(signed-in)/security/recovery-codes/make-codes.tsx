'use client';

import { ActionForm } from '@/components/ui/action-form';
import { SubmitButton } from '@/components/ui/submit-button';
import { makeRecoveryCodesAction } from './actions';
import { CodesSheet } from './codes-sheet';

type MakeCodesProps = {
  /** Some of the codes made before still work, and won't. */
  replacesOld: boolean;
  account: string;
};

/** Nothing but the answer to this press ever holds the codes: not the page, and no cookie. */
export function MakeCodes({ replacesOld, account }: MakeCodesProps) {
  return (
    <ActionForm
      action={makeRecoveryCodesAction}
      whenDone={({ codes = '' }) => <CodesSheet codes={codes.split('\n')} account={account} />}
    >
      {(_state, pending) => (
        <>
          {replacesOld ? (
            <p className="text-warning">The codes that you have now will no longer work.</p>
          ) : null}
          <SubmitButton label="Show ten new codes" pendingLabel="Making them…" pending={pending} />
        </>
      )}
    </ActionForm>
  );
}
