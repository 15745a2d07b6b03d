import { type ReactNode, useEffect, useState } from 'react';
import { describeSharedProof } from '@/components/sharing/describe-shared-proof';
import { ProofPreview } from '@/components/sharing/proof-preview';
import { ShareViews } from '@/components/sharing/share-views';
import { ActionForm, type FormAction } from '@/components/ui/action-form';
import type { Copying } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { Icon } from '@/components/ui/icon';
import { LocalTime } from '@/components/ui/local-time';
import { showSuccess } from '@/components/ui/show-success';
import type { ConnectedWallet } from '@/components/wallet/connect/connected-wallet';
import { shortenAddress } from '@/lib/shorten';
import type { Wallet } from '@/lib/wallets/list-wallets';
import { copyAfter } from './copy-after';
import { NameOnProof } from './name-on-proof';
import { undoSharing } from './undo-sharing';
import { announceSuccess, notifyOtherTabs } from './wallets-channel';

export type ShareSheetProps = {
  wallet: Wallet;
  site: { url: string; name: string };
  publish: FormAction;
  nameAccount: FormAction;
  /** Proves the wallet again; null unless it is connected. */
  prove: ConnectedWallet['proveOr'] | null;
  isOpen: boolean;
  /** The browser refused to copy the link outside the sheet. */
  isCopyRefused: boolean;
  open: () => void;
  close: () => void;
};

/** Opening the sheet publishes nothing. `Copy link` makes the proof public and reveals the other ways to share. */
export function ShareSheet(props: ShareSheetProps) {
  const { wallet, site, publish, nameAccount, prove, isOpen, isCopyRefused, open, close } = props;
  const { isPublic, displayName, proofId } = wallet;
  const [returnsAfter, setReturnsAfter] = useState<string>();
  const [copying, setCopying] = useState<Copying>('idle');
  const [typed, setTyped] = useState<string>();
  const [visits, setVisits] = useState(0);
  const link = `${site.url}/proofs/${proofId}`;
  const signed = { ...wallet, name: displayName };
  // Previews the typed name, unless the proof is already public with its signed name.
  const shown = isPublic ? signed : { ...wallet, name: typed?.trim() || displayName };
  const wantsToSign = (typed?.trim() || displayName) !== displayName;

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

  const nameForm = (
    <NameOnProof
      key={visits}
      wallet={wallet}
      canSign={prove !== null}
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
      beside={<Preview wallet={wallet} shown={shown} link={link} siteName={site.name} />}
    >
      {isPublic ? (
        <PublicProof
          wallet={wallet}
          views={
            <ShareViews
              link={link}
              text={describeSharedProof(signed)}
              copying={isCopyRefused ? 'refused' : copying}
            />
          }
          nameForm={prove ? nameForm : null}
          stop={announceSuccess(publish, 'The proof is private now', leave)}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Line icon="lock">Private. Nothing is public until you copy the link.</Line>
          {nameForm}
          {wantsToSign ? null : <PublishProof wallet={wallet} publish={publishAndCopy} />}
        </div>
      )}
    </Dialog>
  );
}

type PreviewProps = {
  wallet: Wallet;
  shown: Wallet & { name: string | null };
  link: string;
  siteName: string;
};

function Preview({ wallet, shown, link, siteName }: PreviewProps) {
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] content-between gap-4 max-halves:mb-4">
      <div className="grid gap-2.5 max-halves:max-w-96">
        <p className="text-small text-muted">What people see</p>
        <ProofPreview
          proof={shown}
          link={link}
          siteName={siteName}
          day={<LocalTime at={wallet.provenAt} isDay />}
        />
      </div>
      {wallet.label ? (
        <p className="border-t border-hairline pt-4 text-small text-muted [overflow-wrap:anywhere] max-halves:hidden">
          <bdi className="font-semibold text-ink">{wallet.label}</bdi> · only you see this label
          <br />
          <span className="font-mono">{shortenAddress(wallet.address)}</span>
        </p>
      ) : null}
    </div>
  );
}

type PublicProofProps = { wallet: Wallet; views: ReactNode; nameForm: ReactNode; stop: FormAction };

function PublicProof({ wallet, views, nameForm, stop }: PublicProofProps) {
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] content-between gap-6">
      <div className="grid gap-4">
        {views}
        {nameForm ? (
          <details>
            <summary className="w-fit cursor-pointer text-small text-muted">
              {wallet.displayName === null ? 'Show a name…' : 'Show another name…'}
            </summary>
            <div className="mt-3">{nameForm}</div>
          </details>
        ) : null}
      </div>
      <div className="flex items-center justify-between gap-4">
        <ActionForm action={stop} place={`#wallet-${wallet.id}`} className="grid gap-4">
          {(_state, pending) => (
            <>
              <input type="hidden" name="walletId" value={wallet.id} />
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
        <a href={`/proofs/${wallet.proofId}`} className="tappable">
          View proof
        </a>
      </div>
    </div>
  );
}

function PublishProof({ wallet, publish }: { wallet: Wallet; publish: FormAction }) {
  return (
    <>
      <div className="grid gap-1.5">
        <p className="text-small font-medium text-ink">What becomes public</p>
        <Line icon="tick">The address, and when you proved it</Line>
        <Line icon="tick">The signed statement, which names your account by its ID</Line>
        {wallet.displayName === null ? null : <Line icon="tick">The name on this proof</Line>}
        <Line icon="cross">Never your email or the label</Line>
      </div>
      <ActionForm
        action={publish}
        place={`#wallet-${wallet.id}`}
        // In a sheet, stays visible while the rest scrolls.
        className="grid gap-2 bg-surface max-halves:sticky max-halves:-bottom-5 max-halves:-mb-5 max-halves:py-3"
      >
        {(_state, pending) => (
          <>
            <input type="hidden" name="walletId" value={wallet.id} />
            <input type="hidden" name="proofId" value={wallet.proofId} />
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
