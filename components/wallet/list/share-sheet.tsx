import { type ReactNode, useDeferredValue, useState } from 'react';
import { Proven } from '@/components/proofs/proven';
import { describeSharedProof, type SharedProof } from '@/components/sharing/describe-shared-proof';
import { ShareViews } from '@/components/sharing/share-views';
import { ActionForm, type FormAction } from '@/components/ui/action-form';
import { ButtonForm } from '@/components/ui/button-form';
import type { Copying } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { HeldSubmitButton } from '@/components/ui/held-submit-button';
import { Icon, Lines } from '@/components/ui/icon';
import { LocalTime } from '@/components/ui/local-time';
import { nameProblem } from '@/components/ui/name-problem';
import { QrCode } from '@/components/ui/qr-code';
import { rareIcons } from '@/components/ui/rare-icons';
import { showSuccess } from '@/components/ui/show-success';
import { SubmitButton } from '@/components/ui/submit-button';
import { shortenAddress } from '@/lib/shorten';
import type { Wallet } from '@/lib/wallets/list-wallets';
import { copyAfter, undoSharing } from './publish-proof';
import { announceSuccess, notifyOtherTabs } from './wallets-channel';

export type ShareSheetProps = {
  wallet: Wallet;
  site: { url: string; name: string };
  publish: FormAction;
  list: FormAction;
  nameAccount: FormAction;
  isConnected: boolean;
  prove: () => void;
  isOpen: boolean;
  /** The browser refused to copy the link outside the sheet. */
  isCopyRefused: boolean;
  close: () => void;
};

/** Opening it publishes nothing. `Copy link` makes the proof public and reveals other ways to share. A new proof needs a new sheet. */
export function ShareSheet(props: ShareSheetProps) {
  const { wallet, site, publish, list, nameAccount, isConnected, prove, isOpen, isCopyRefused, close } =
    props;
  const { isPublic, displayName, proofId } = wallet;
  const [copying, setCopying] = useState<Copying>('idle');
  const [typed, setTyped] = useState<string>();
  const [visits, setVisits] = useState(0);
  const link = `${site.url}/proofs/${proofId}`;
  const signed = { ...wallet, name: displayName };
  // Previews the typed name, unless the proof is already public with its signed name.
  const shown = isPublic ? signed : { ...wallet, name: typed?.trim() || displayName };
  const wantsToSign = (typed?.trim() || displayName) !== displayName;

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
      isConnected={isConnected}
      isTyped={wantsToSign}
      onTyped={setTyped}
      action={async (previous, form) => {
        const state = await nameAccount(previous, form);
        if (state.status !== 'done') return state;
        close();
        prove();
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
          nameForm={nameForm}
          list={list}
          stop={announceSuccess(publish, 'The proof is private now', leave)}
        />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          <Line icon="lock">Private. Nothing is public until you copy the link.</Line>
          {nameForm}
          {wantsToSign ? null : <PublishProof wallet={wallet} publish={publishAndCopy} />}
        </div>
      )}
    </Dialog>
  );
}

type NameOnProofProps = {
  wallet: Wallet;
  isConnected: boolean;
  /** Whether the typed name differs from the proof's. */
  isTyped: boolean;
  onTyped: (name: string) => void;
  action: FormAction;
};

/** A proof keeps the name signed with it, so another name requires another signature. */
function NameOnProof({ wallet, isConnected, isTyped, onTyped, action }: NameOnProofProps) {
  const { displayName, accountName, accountCode, isPublic } = wallet;
  const isOffered = isTyped || (accountName !== null && accountName !== displayName);
  return (
    <ActionForm action={action} className="grid gap-3">
      {(state) => (
        <>
          <input type="hidden" name="isFirst" value="on" />
          <Field
            label="Show a name?"
            name="name"
            dir="auto"
            autoComplete="nickname"
            spellCheck={false}
            required
            defaultValue={accountName ?? displayName ?? ''}
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
                You’ll {isConnected ? '' : 'connect this wallet and '}sign again with this name. Older links
                are replaced. Apps that may see your profile see it too.
              </p>
              <SubmitButton
                label="Sign with this name"
                pendingLabel="Saving…"
                variant={isTyped && !isPublic ? 'primary' : 'secondary'}
              />
            </>
          ) : null}
        </>
      )}
    </ActionForm>
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
    <div className="grid h-full grid-cols-1 content-between gap-4 max-halves:mb-4">
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

type PublicProofProps = { wallet: Wallet; views: ReactNode; nameForm: ReactNode } & Record<
  'list' | 'stop',
  FormAction
>;

function PublicProof({ wallet, views, nameForm, list, stop }: PublicProofProps) {
  return (
    <div className="grid h-full grid-cols-1 content-between gap-6">
      <div className="grid gap-4">
        {views}
        <details>
          <summary className="w-fit cursor-pointer text-small text-muted">
            {wallet.displayName === null ? 'Show a name…' : 'Show another name…'}
          </summary>
          <div className="mt-3">{nameForm}</div>
        </details>
        <ListOnPage wallet={wallet} list={list} />
      </div>
      <div className="flex items-center justify-between gap-4">
        <ButtonForm
          action={stop}
          place={`#wallet-${wallet.id}`}
          values={{ walletId: wallet.id, isPublic: 'false' }}
          isWide
          label="Stop sharing"
          pendingLabel="Stopping…"
          variant="danger"
          className="-ml-3.75 border-transparent"
          Submit={HeldSubmitButton}
        />
        <a href={`/proofs/${wallet.proofId}`} className="tappable">
          View proof
        </a>
      </div>
    </div>
  );
}

/** Lists the proof on the user's page, together with others. */
function ListOnPage({ wallet: { id, isListed }, list }: { wallet: Wallet; list: FormAction }) {
  return (
    <ActionForm
      action={announceSuccess(list, isListed ? 'Taken off your page' : 'Added to your page')}
      place={`#wallet-${id}`}
      className="grid gap-3 border-t border-hairline pt-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <input type="hidden" name="walletId" value={id} />
        <input type="hidden" name="isListed" value={String(!isListed)} />
        <p className="text-small text-muted">
          {isListed ? 'It is listed on ' : 'One link for several wallets: '}
          <a href="/account#public-page" className="tappable">
            your page
          </a>
          {isListed ? '.' : ", which shows that they are one person's."} Taken off, its proof stays public.
        </p>
        <HeldSubmitButton
          label={isListed ? 'Take off' : 'Add to your page'}
          pendingLabel="One moment…"
          variant="secondary"
        />
      </div>
    </ActionForm>
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
        <input type="hidden" name="walletId" value={wallet.id} />
        <input type="hidden" name="proofId" value={wallet.proofId} />
        <input type="hidden" name="isPublic" value="true" />
        <HeldSubmitButton
          label={
            <>
              <Lines path={rareIcons.link} />
              Copy link
            </>
          }
          pendingLabel="Sharing…"
          className="min-h-11"
        />
        <p className="text-center text-small text-muted">Messaging apps may keep a preview.</p>
      </ActionForm>
    </>
  );
}

function Line({ icon, children }: { icon: 'lock' | 'tick' | 'cross'; children: ReactNode }) {
  return (
    <p className="flex gap-2.5 text-small text-muted [&>svg]:mt-px">
      {icon === 'tick' ? <Icon name="tick" /> : <Lines path={rareIcons[icon]} />}
      <span className={icon === 'tick' ? 'text-ink' : undefined}>{children}</span>
    </p>
  );
}

type ProofPreviewProps = {
  proof: SharedProof;
  link: string;
  siteName: string;
  day: ReactNode;
};

/** Shows how messengers display a proof's link. Renders the picture itself, because the server has none for a private proof. */
function ProofPreview({ proof, link, siteName, day }: ProofPreviewProps) {
  const { address, accountCode, name } = proof;
  const short = shortenAddress(address);
  const whose = name ? <bdi className="font-semibold text-ink">{name}</bdi> : null;
  // Drawing the code takes long on a phone, so the sheet opens without it.
  const inCode = useDeferredValue(link, '');
  return (
    <div className="overflow-hidden rounded-card border border-hairline bg-surface">
      <div role="img" aria-label={describeSharedProof(proof)} className="@container border-b border-hairline">
        <div className="grid aspect-[1200/630] grid-cols-[minmax(0,1fr)_auto] content-between bg-paper p-[6cqw] text-[2.7cqw] leading-[1.3] text-muted">
          <span className="double-ruled h-fit w-fit truncate font-serif text-[3.4cqw] text-(--site-name)">
            {siteName}
          </span>
          <span className="row-span-2 -mt-[1cqw] size-[25cqw]">
            {inCode ? <QrCode text={inCode} name="" className="size-full" /> : null}
          </span>
          <span className="grid justify-items-start">
            Proof of a wallet
            <span className="double-ruled text-proven">
              <span className="font-mono text-[8cqw] leading-[1.2] text-ink">{short}</span>
            </span>
            <span className="mt-[1.5cqw] text-[3.6cqw] font-semibold">
              <Proven>Proven {day}</Proven>
            </span>
          </span>
          <span className="self-end truncate">
            {whose}
            {whose ? ' · ' : null}Account {accountCode}
          </span>
          <span className="text-right">
            <span className="text-ink">Scan to check it</span>
            <br />
            {new URL(link).host}
          </span>
        </div>
      </div>
      <div className="px-3.5 py-2.5 text-small">
        <p className="font-semibold">
          Proof of {short}
          {name ? (
            <>
              {' '}
              for <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
            </>
          ) : null}
        </p>
        <p className="text-muted max-halves:hidden">
          Proven {day} for {whose}
          {whose ? ', ' : null}account {accountCode}. Open it to check the signature in your browser.
        </p>
      </div>
    </div>
  );
}
