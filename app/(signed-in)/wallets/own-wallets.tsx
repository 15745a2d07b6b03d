'use client';

import type { ComponentProps } from 'react';
import { setDisplayNameAction } from '@/app/(signed-in)/account/actions';
import { balanceNoteId } from '@/components/balance/balance-endpoint';
import { Note, Notes } from '@/components/ui/note';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { WalletsOverview } from '@/components/wallet/wallets-overview';
import * as own from './actions';

const actions = {
  issueStatement: own.issueChallengeAction,
  submitSignature: own.proveWalletAction,
  findWallet: own.findWalletAction,
  label: own.labelWalletAction,
  makePrimary: own.makeWalletPrimaryAction,
  publish: own.publishWalletAction,
  list: own.listWalletAction,
  nameAccount: setDisplayNameAction,
  remove: own.removeWalletAction,
};

/** Imports the actions itself, so that the page's data doesn't name them. */
export function OwnWallets(props: Omit<ComponentProps<typeof WalletsOverview>, 'actions'>) {
  return <WalletsOverview {...props} actions={actions} />;
}

type WalletNotesProps = {
  total: number;
  embedded: boolean;
  /** The reason that balances are off or unusual, or null. */
  balances: string | null;
};

export function WalletNotes({ total, embedded, balances }: WalletNotesProps) {
  return (
    <Notes>
      {total === 0 ? (
        <>
          {embedded ? (
            <Note title="No wallet yet?">
              <p>To try it out, choose “{demoWalletName}”. It's made in this browser.</p>
            </Note>
          ) : null}
          <Note title="Your name on a proof">
            <p>A proof names your account by its ID, and by its name if it has one when you sign.</p>
          </Note>
        </>
      ) : (
        <Note title="What sharing does">
          <p>
            Anyone with the link can see the address, the signed statement, your account's ID, its name at the
            time, and when you proved it. Never your email or the label. Messaging apps may keep a preview.
          </p>
        </Note>
      )}
      {/* Shown only if there is a note about all balances, such as an error. */}
      <Note title="Balances" {...(!balances && { className: 'not-has-[[data-code]]:hidden' })}>
        <div id={balanceNoteId} role="status" className="empty:hidden" />
        {balances ? <p>{balances}</p> : null}
      </Note>
      <Note title="No payments">
        <p>This site never asks for funds: nothing you sign here is a payment.</p>
      </Note>
    </Notes>
  );
}
