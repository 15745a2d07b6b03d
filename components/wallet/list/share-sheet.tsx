import { type ReactNode, useEffect, useState } from 'react';
import type { Copying } from '@/components/copy-button';
import { LocalTime } from '@/components/local-time';
import { ProofPreview } from '@/components/sharing/proof-preview';
import { ShareViews } from '@/components/sharing/share-views';
import { ActionForm, type FormAction, typedValue } from '@/components/ui/action-form';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { Icon } from '@/components/ui/icon';
import { nameProblem } from '@/components/ui/name-problem';
import { showSuccess } from '@/components/ui/show-success';
import { SubmitButton } from '@/components/ui/submit-button';
import type { ConnectedWallet } from '@/components/wallet/connect/connected-wallet';
import { describeSharedProof } from '@/lib/proofs/describe-shared-proof';
import { shortenAddress } from '@/lib/shorten-address';
import type { Wallet } from '@/lib/wallets/list-wallets';
import { announceSuccess } from './announce-success';
import { copyAfter } from './copy-after';
import { undoSharing } from './undo-sharing';
import { notifyOtherTabs } from './wallets-channel';

export type ShareSheetProps = {
  wallet: Wallet;
  site: { url: string; name: string };
  publish: FormAction;
  nameAccount: FormAction;
  /** Proves the wallet again; null unless it is connected. */
  prove: ConnectedWallet['proveOr'] | null;
  isOpen: boolean;
  open: () => void;
  close: () => void;
};

/** Opening the sheet publishes nothing. `Copy link` makes the proof public and reveals the other ways to share. */
export function ShareSheet(props: ShareSheetProps) {
  const { wallet, site, publish, nameAccount, prove, isOpen, open, close } = props;
  const { isPublic, displayName, proofId } = wallet;
  const [returnsAfter, setReturnsAfter] = useState<string>();
  const [copying, setCopying] = useState<Copying>('idle');
  const [typed, setTyped] = useState<string>();
  const [visits, setVisits] = useState(0);
  const link = `${site.url}/proofs/${proofId}`;
  const place = `#wallet-${wallet.id}`;
  const signed = { ...wallet, name: displayName };
  // Previews the typed name, unless the proof is already public with its signed name.
  const shown = isPublic ? signed : { ...wallet, name: typed?.trim() || displayName };
  const wantsToSign = (typed?.trim() || displayName) !== displayName;
  const reference = <input type="hidden" name="walletId" value={wallet.id} />;

  // Reopens the sheet once the user has signed with a new name.
  useEffect(() => {
    if (!returnsAfter || proofId === returnsAfter) return;
    setReturnsAfter(undefined);
    setTyped(undefined);
    open();
  }, [returnsAfter, proofId, open]);

  const publishAndCopy: FormAction = async (previous, form) => {
    const publishing = publish(previous, form);
    const copied = copyAfter(
      publishing.then(({ status }) => status === 'done'),
      link,
    );
    const state = await publishing;
    if (state.status !== 'done') return state;
    notifyOtherTabs();
    showSuccess('The proof is public now', () => undoSharing(publish, wallet.id));
    setCopying((await copied) ? 'copied' : 'refused');
    return { status: 'done', values: {} };
  };

  const leave = () => {
    setCopying('idle');
    setTyped(undefined);
    // Remounts the name field for the next visit.
    setVisits((count) => count + 1);
    close();
  };
  const stop = announceSuccess(publish, 'The proof is private now', leave);

  const name = (
    <NameIt
      key={visits}
      wallet={wallet}
      prove={prove}
      isTyped={wantsToSign}
      onTyped={setTyped}
      action={async (previous, form) => {
        const state = await nameAccount(previous, form);
        if (state.status !== 'done') return state;
        setReturnsAfter(proofId);
        close();
        prove?.(() => setReturnsAfter(undefined));
        return state;
      }}
    />
  );

  return (
    <Dialog
      isOpen={isOpen}
      heading={isPublic ? 'This proof is public' : 'Share this proof'}
      onClose={leave}
      beside={
        <div className="grid h-full grid-cols-[minmax(0,1fr)] content-between gap-4 max-wide:mb-4">
          <div className="grid gap-2.5">
            <p className="text-small text-muted">What people see</p>
            <ProofPreview
              proof={shown}
              link={link}
              siteName={site.name}
              day={<LocalTime at={wallet.provenAt} isDay />}
            />
          </div>
          {wallet.label ? (
            <p className="border-t border-hairline pt-4 text-small text-muted [overflow-wrap:anywhere] max-wide:hidden">
              <bdi className="font-semibold text-ink">{wallet.label}</bdi> · only you see this label
              <br />
              <span className="font-mono">{shortenAddress(wallet.address)}</span>
            </p>
          ) : null}
        </div>
      }
    >
      {isPublic ? (
        <div className="grid h-full grid-cols-[minmax(0,1fr)] content-between gap-6">
          <div className="grid gap-4">
            <ShareViews link={link} text={describeSharedProof(signed)} copying={copying} />
            {prove ? (
              <details>
                <summary className="w-fit cursor-pointer text-small text-muted">
                  {displayName === null ? 'Show a name…' : 'Show another name…'}
                </summary>
                <div className="mt-3">{name}</div>
              </details>
            ) : null}
          </div>
          <div className="flex items-center justify-between gap-4">
            <ActionForm action={stop} place={place} className="grid gap-4">
              {(_state, pending) => (
                <>
                  {reference}
                  <input type="hidden" name="isPublic" value="false" />
                  <HeldSubmitButton
                    label="Stop sharing"
                    pendingLabel="Stopping…"
                    pending={pending}
                    variant="danger"
                    className="-ml-3.5 border-transparent"
                  />
                </>
              )}
            </ActionForm>
            <a href={`/proofs/${proofId}`} className="tappable">
              View proof
            </a>
          </div>
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Line icon="lock">Private. Nothing is public until you copy the link.</Line>
          {name}
          {wantsToSign ? null : (
            <>
              <div className="grid gap-1.5">
                <p className="text-small font-medium text-ink">What becomes public</p>
                <Line icon="tick">The address, and when you proved it</Line>
                <Line icon="tick">The signed statement, which names your account by its ID</Line>
                {displayName === null ? null : <Line icon="tick">The name on this proof</Line>}
                <Line icon="cross">Never your email or the label</Line>
              </div>
              <ActionForm
                action={publishAndCopy}
                place={place}
                // On phones, stays visible while the sheet scrolls.
                className="grid gap-2 bg-surface max-wide:sticky max-wide:-bottom-5 max-wide:-mb-5 max-wide:py-3"
              >
                {(_state, pending) => (
                  <>
                    {reference}
                    <input type="hidden" name="proofId" value={proofId} />
                    <input type="hidden" name="isPublic" value="true" />
                    <HeldSubmitButton
                      label={
                        <>
                          <Icon name="link" />
                          Copy link
                        </>
                      }
                      pendingLabel="Sharing…"
                      pending={pending}
                      className="min-h-11"
                    />
                    <p className="text-center text-small text-muted">Messaging apps may keep a preview.</p>
                  </>
                )}
              </ActionForm>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Line({ icon, children }: { icon: 'lock' | 'tick' | 'cross'; children: ReactNode }) {
  return (
    <p className="flex gap-2.5 text-small text-muted [&>svg]:mt-px">
      <Icon name={icon} />
      <span className={icon === 'tick' ? 'text-ink' : undefined}>{children}</span>
    </p>
  );
}

type NameItProps = {
  wallet: Wallet;
  prove: ShareSheetProps['prove'];
  /** Whether the typed name differs from the proof's. */
  isTyped: boolean;
  onTyped: (name: string) => void;
  action: FormAction;
};

/** A proof keeps the name signed with it, so another name requires another signature. */
function NameIt({ wallet, prove, isTyped, onTyped, action }: NameItProps) {
  const { displayName, accountName, accountCode, isPublic } = wallet;
  if (!prove)
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
                A name takes a new signature, which spells it in A to Z where that’s possible. It’s your
                account’s name: apps that may see your profile see it too.{' '}
                {isPublic
                  ? 'The wallet stays public under a new link, and this link will read “replaced”.'
                  : 'An earlier link to this wallet will read “replaced”.'}
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
