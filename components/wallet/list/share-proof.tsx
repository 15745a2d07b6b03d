import { useEffect, useRef } from 'react';
import { CopyButton } from '@/components/copy-button';
import { ActionForm, type FormAction } from '@/components/ui/action-form';
import { Button } from '@/components/ui/button';
import { SubmitButton } from '@/components/ui/submit-button';
import type { Wallet } from '@/lib/wallets/list-wallets';
import { announceSuccess } from './announce-success';
import { nameInControls } from './name-in-controls';

type ShareProofProps = {
  wallet: Wallet;
  /** Where this site is, without a slash at the end. */
  siteUrl: string;
  publish: FormAction;
  /** Proves it again; null where the browser is not connected to it. */
  prove: (() => void) | null;
};

/** What everyone with the link will see: said once for all rows. */
export const sharingHintId = 'what-sharing-shows';

const notSharedId = (wallet: Wallet) => `not-shared-${wallet.id}`;

/** Makes a proof public in one press, and then hands out its link in the same place. */
export function ShareProof({ wallet, siteUrl, publish, prove }: ShareProofProps) {
  const wasShared = useRef(false);
  const copying = useRef<HTMLSpanElement>(null);

  // The button that was pressed is gone with its form; the focus goes on where the next press is.
  useEffect(() => {
    if (!wallet.isPublic || !wasShared.current) return;
    wasShared.current = false;
    if (document.activeElement === document.body) copying.current?.querySelector('button')?.focus();
  }, [wallet.isPublic]);

  const what = `of ${nameInControls(wallet)}`;

  if (wallet.isPublic) {
    const link = siteUrl + proofPath(wallet);
    return (
      <span ref={copying} className="[@media(scripting:none)]:hidden">
        <CopyButton
          label="Copy link"
          what={what}
          text={link}
          isButton
          whenRefused={<LinkToSelect link={link} />}
        />
      </span>
    );
  }
  if (!wallet.namesAccount) return prove ? <ProveToShare prove={prove} wallet={wallet} /> : null;
  const announced = announceSuccess(publish, 'The proof is public now', () => {
    wasShared.current = true;
  });
  return (
    <ActionForm
      action={announced}
      place={`#wallet-${wallet.id}`}
      className="grid max-w-80 gap-2 [@media(scripting:none)]:hidden"
    >
      {(_, pending) => (
        <>
          <input type="hidden" name="walletId" value={wallet.id} />
          <input type="hidden" name="isPublic" value="true" />
          <SubmitButton
            label="Share proof"
            name={`Share proof ${what}`}
            pendingLabel="Sharing…"
            pending={pending}
            variant="secondary"
            describedBy={sharingHintId}
          />
        </>
      )}
    </ActionForm>
  );
}

/** Ends the line that says that the proof is public. */
export function ViewProof({ wallet }: { wallet: Wallet }) {
  return (
    <>
      {' · '}
      <a href={proofPath(wallet)} className="tappable">
        View proof<span className="sr-only"> of {nameInControls(wallet)}</span>
      </a>
    </>
  );
}

function proofPath({ proofId }: Wallet): string {
  return `/proofs/${proofId}`;
}

/** A proof made by signing in names no account, so there is nothing to share yet. */
function ProveToShare({ prove, wallet }: { prove: () => void; wallet: Wallet }) {
  return (
    <Button onClick={prove} aria-describedby={`${notSharedId(wallet)} ${sharingHintId}`}>
      Prove to share<span className="sr-only"> of {nameInControls(wallet)}</span>
    </Button>
  );
}

/** Why a proof can't be shared as it is, and what makes one that can. Nothing where it can. */
export function NotSharedYet({ wallet, isConnected }: { wallet: Wallet; isConnected: boolean }) {
  if (wallet.namesAccount) return null;
  return (
    <p
      id={notSharedId(wallet)}
      className="max-w-[52ch] text-small text-muted [@media(scripting:none)]:hidden"
    >
      Proven by signing in: that signature stays private.{' '}
      {isConnected ? 'Sign again' : 'Connect it and sign again'} to create a shareable proof.
    </p>
  );
}

/** For a browser that lets nothing be copied. */
function LinkToSelect({ link }: { link: string }) {
  return (
    <>
      Copy it from here: <code className="font-mono break-all select-all">{link}</code>
    </>
  );
}
