import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LocalTime } from '@/components/local-time';
import { ProofCard } from '@/components/proof-card';
import { ShareOptions } from '@/components/sharing/share-options';
import { ActionForm, type FormAction, typedValue } from '@/components/ui/action-form';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { nameProblem } from '@/components/ui/name-problem';
import { showSuccess } from '@/components/ui/show-success';
import { SubmitButton } from '@/components/ui/submit-button';
import { describeSharedProof } from '@/lib/proofs/describe-shared-proof';
import type { Wallet } from '@/lib/wallets/list-wallets';
import type { ConnectedWallet } from '../connect/connected-wallet';
import { announceSuccess } from './announce-success';
import { copyOnce } from './copy-once';
import { takeBack } from './take-back';
import { tellOtherTabs } from './wallets-channel';

export type ShareSheetProps = {
  wallet: Wallet;
  /** Where this site is, without a slash at the end. */
  siteUrl: string;
  publish: FormAction;
  nameAccount: FormAction;
  /** Proves it again; null where the browser is not connected to it. */
  prove: ConnectedWallet['proveOr'] | null;
  isOpen: boolean;
  open: () => void;
  close: () => void;
};

type Copying = 'idle' | 'copied' | 'refused';

/** Sharing one proof. Opening it publishes nothing; `Copy link` does, and the other ways are there once it is public. */
export function ShareSheet(props: ShareSheetProps) {
  const { wallet, siteUrl, publish, nameAccount, prove, isOpen, open, close } = props;
  const [isToReturn, setIsToReturn] = useState(false);
  const [copying, setCopying] = useState<Copying>('idle');
  const isNewlyPublic = useRef(false);
  const link = `${siteUrl}/proofs/${wallet.proofId}`;
  const proof = { ...wallet, name: wallet.displayName };
  const reference = <input type="hidden" name="walletId" value={wallet.id} />;

  // It was left to sign again with a name.
  useEffect(() => {
    if (!isToReturn || wallet.displayName === null) return;
    setIsToReturn(false);
    open();
  }, [isToReturn, wallet.displayName, open]);

  const publishAndCopy: FormAction = async (previous, form) => {
    const publishing = wallet.isPublic ? Promise.resolve({ ...previous }) : publish(previous, form);
    const isPublic = publishing.then(({ status }) => wallet.isPublic || status === 'done');
    const copied = copyOnce(isPublic, link);
    const state = await publishing;
    if (!(await isPublic)) return state;
    if (!wallet.isPublic) {
      isNewlyPublic.current = true;
      tellOtherTabs();
    }
    setCopying((await copied) ? 'copied' : 'refused');
    return { status: 'done', values: {} };
  };

  const stop = announceSuccess(publish, 'The proof is private now', () => {
    isNewlyPublic.current = false;
    close();
  });

  const leave = () => {
    setCopying('idle');
    close();
    if (!isNewlyPublic.current) return;
    isNewlyPublic.current = false;
    showSuccess('The proof is public now', () => takeBack(publish, wallet.id));
  };

  return (
    <Dialog isOpen={isOpen} heading="Share proof" onClose={leave}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ProofCard {...proof}>
          Proven <LocalTime at={wallet.provenAt} isDay />
        </ProofCard>
        <ActionForm action={publishAndCopy} place={`#wallet-${wallet.id}`} className="grid gap-4">
          {(_state, pending) => (
            <>
              {reference}
              <input type="hidden" name="proofId" value={wallet.proofId} />
              <input type="hidden" name="isPublic" value="true" />
              <SubmitButton label="Copy link" pendingLabel="Sharing…" pending={pending} />
            </>
          )}
        </ActionForm>
        <p role="status" className="text-small text-muted [overflow-wrap:anywhere]">
          <Situation isPublic={wallet.isPublic} copying={copying} link={link} />
        </p>
        {wallet.displayName === null && !wallet.isPublic ? (
          <NameIt
            accountName={wallet.accountName}
            prove={prove}
            action={async (previous, form) => {
              const state = await nameAccount(previous, form);
              if (state.status !== 'done') return state;
              setIsToReturn(true);
              close();
              prove?.(() => setIsToReturn(false));
              return state;
            }}
          />
        ) : null}
        {wallet.isPublic ? (
          <>
            <ShareOptions link={link} text={describeSharedProof(proof)} />
            <ActionForm action={stop} place={`#wallet-${wallet.id}`} className="grid gap-4">
              {(_state, pending) => (
                <>
                  {reference}
                  <input type="hidden" name="isPublic" value="false" />
                  <SubmitButton
                    label="Stop sharing"
                    pendingLabel="Stopping…"
                    pending={pending}
                    variant="secondary"
                  />
                </>
              )}
            </ActionForm>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

type NameItProps = { accountName: string | null; prove: ShareSheetProps['prove']; action: FormAction };

/** A proof keeps the name that its account had, so another one takes another signature. */
function NameIt({ accountName, prove, action }: NameItProps) {
  if (!prove)
    return (
      <p className="border-t border-hairline pt-4 text-small text-muted">
        Show a name? Connect this wallet first: a name takes a new signature.
      </p>
    );
  return (
    <ActionForm action={action} className="grid gap-3 border-t border-hairline pt-4">
      {(state, pending) => (
        <>
          <input type="hidden" name="isFirst" value="on" />
          <Field
            label="Show a name?"
            name="name"
            dir="auto"
            autoComplete="nickname"
            spellCheck={false}
            defaultValue={typedValue(state, 'name') ?? accountName ?? ''}
            hint="Optional. This is your account's name: a change here applies to the account. What you sign spells it in A to Z, where that's possible."
            keepsHint
            problem={nameProblem(state)}
          />
          <SubmitButton
            label="Sign with this name"
            pendingLabel="Saving…"
            pending={pending}
            variant="secondary"
          />
        </>
      )}
    </ActionForm>
  );
}

type SituationProps = { isPublic: boolean; copying: Copying; link: string };

/** What becomes public, before; what has been done, after. */
function Situation({ isPublic, copying, link }: SituationProps): ReactNode {
  if (!isPublic)
    return 'Copying the link makes this proof public. Anyone with the link can see the address, the signed statement, your account’s ID and name, and when you proved it. Never your email or the label.';
  if (copying === 'copied') return 'Link copied. Anyone who has it can see this proof.';
  if (copying === 'refused')
    return (
      <>
        The proof is public. Copy its link from here:{' '}
        <code className="font-mono break-all select-all">{link}</code>
      </>
    );
  return 'Anyone who has the link can see this proof. Messaging apps may keep a preview.';
}
