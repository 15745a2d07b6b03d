import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTestSol } from '@/components/balance/use-test-sol';
import { ActionForm, type FormAction } from '@/components/ui/action-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { Menu, MenuItem, MenuRule } from '@/components/ui/menu';
import { Problem } from '@/components/ui/problem';
import { SubmitButton } from '@/components/ui/submit-button';
import { balanceErrors } from '@/lib/errors/balance';
import { explorerAddress } from '@/lib/explorer-address';
import { toProblem } from '@/lib/problem';
import { shortenAddress } from '@/lib/shorten';
import type { Wallet } from '@/lib/wallets/list-wallets';
import { LabelField } from './label-field';
import type { ManagingActions } from './wallet-actions';
import { announceSuccess } from './wallets-channel';

type Managed = {
  wallet: Wallet;
  /** Proves the wallet again; null unless it is connected. */
  prove: (() => void) | null;
  share: () => void;
  actions: ManagingActions;
  onRemoved: () => void;
};

export type WalletMenuProps = {
  address: string;
  name: string;
  chain: string;
  /** The row's `⋯` button while the menu is open, else null. */
  opener: HTMLElement | null;
  close: () => void;
  managed?: Managed;
};

type Asking = 'label' | 'removal' | null;

/** The menu of a wallet's row, with its dialogs and problems. Loaded in idle time, or on a press. */
export function WalletMenu({ address, name, chain, opener, close, managed }: WalletMenuProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const forms = useId();
  const testSol = useTestSol(address);
  const explorer = explorerAddress(chain, address);
  const send = (form: string) => {
    const element = document.getElementById(`${forms}${form}`);
    if (element instanceof HTMLFormElement) element.requestSubmit();
  };
  const wallet = managed?.wallet;
  return (
    <>
      {opener?.parentElement
        ? createPortal(
            <Menu label={name} opener={opener} onClose={close}>
              {wallet ? (
                <>
                  <MenuItem icon="pencil" onClick={() => setAsking('label')}>
                    Change label…
                  </MenuItem>
                  {wallet.isPrimary ? null : (
                    <MenuItem icon="star" onClick={() => send('primary')}>
                      Make primary
                    </MenuItem>
                  )}
                  <MenuItem icon="sign" isDisabled={!managed.prove} onClick={() => managed.prove?.()}>
                    {managed.prove ? 'Prove again' : 'Connect it to prove again'}
                  </MenuItem>
                  {wallet.isPublic ? (
                    <MenuItem icon="link" onClick={managed.share}>
                      Share…
                    </MenuItem>
                  ) : null}
                  {wallet.isPublic ? (
                    <MenuItem icon="hide" onClick={() => send('stop')}>
                      Stop sharing
                    </MenuItem>
                  ) : null}
                </>
              ) : null}
              {explorer ? (
                <MenuItem icon="out" href={explorer}>
                  View on Solana Explorer<span className="sr-only">, in a new tab</span>
                </MenuItem>
              ) : null}
              {testSol ? (
                <MenuItem icon="plus" onClick={testSol.ask}>
                  Get 1 test SOL
                </MenuItem>
              ) : null}
              {wallet ? (
                <>
                  <MenuRule />
                  <MenuItem icon="trash" isDanger onClick={() => setAsking('removal')}>
                    Remove…
                  </MenuItem>
                </>
              ) : null}
            </Menu>,
            opener.parentElement,
          )
        : null}
      {testSol?.isFailed ? (
        <Problem problem={toProblem('balance.test_sol_failed', balanceErrors['balance.test_sol_failed'])} />
      ) : null}
      {managed ? (
        <ManagingForms {...managed} forms={forms} asking={asking} close={() => setAsking(null)} />
      ) : null}
    </>
  );
}

type ManagingFormsProps = Managed & {
  /** Prefix of the IDs of forms without a dialog. */
  forms: string;
  asking: Asking;
  close: () => void;
};

function ManagingForms({ wallet, actions, onRemoved, forms, asking, close }: ManagingFormsProps) {
  const place = `#wallet-${wallet.id}`;
  const reference = <input type="hidden" name="walletId" value={wallet.id} />;
  return (
    <>
      <ActionForm
        id={`${forms}primary`}
        action={announceSuccess(actions.makePrimary, 'Primary wallet changed')}
        place={place}
        className="grid gap-3 not-has-[[role=alert]]:contents"
      >
        {reference}
      </ActionForm>
      <ActionForm
        id={`${forms}stop`}
        action={announceSuccess(actions.publish, 'The proof is private now')}
        place={place}
        className="grid gap-3 not-has-[[role=alert]]:contents"
      >
        {reference}
        <input type="hidden" name="isPublic" value="false" />
      </ActionForm>
      <Dialog isOpen={asking === 'label'} heading="Change label" onClose={close}>
        <ActionForm action={announceSuccess(actions.label, 'Label saved', close)} place={place}>
          {reference}
          <LabelField wallet={wallet} />
          <SubmitButton label="Save" pendingLabel="Saving…" />
        </ActionForm>
      </Dialog>
      <RemoveWallet
        wallet={wallet}
        isOpen={asking === 'removal'}
        action={announceSuccess(actions.remove, 'Wallet removed', onRemoved)}
        onClose={close}
      />
    </>
  );
}

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
        <input type="hidden" name="walletId" value={wallet.id} />
        <HeldSubmitButton variant="danger" label="Remove wallet" pendingLabel="Removing…" />
        <Button onClick={onClose}>Keep it</Button>
      </ActionForm>
    </Dialog>
  );
}
