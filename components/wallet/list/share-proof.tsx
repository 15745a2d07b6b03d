import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { showSuccess } from '@/components/ui/show-success';
import { walletListErrors } from '@/lib/errors/wallet-list';
import { shortenAddress } from '@/lib/shorten';
import type { Wallet } from '@/lib/wallets/list-wallets';

type ShareProofProps = {
  wallet: Wallet;
  link: string;
  isOpen: boolean;
  isBusy: boolean;
  open: () => void;
  /** Opens the sheet with the link selected. */
  openToCopy: () => void;
  /** Proves the wallet again, after connecting it. */
  prove: () => void;
};

const notSharedId = (wallet: Wallet) => `not-shared-${wallet.id}`;

/** Copies the link of a public proof, opens the share sheet of another, or starts a proof that can be shared. */
export function ShareProof({ wallet, link, isOpen, isBusy, open, openToCopy, prove }: ShareProofProps) {
  // A proof made by sign-in names no account, so it can't be shared.
  if (!wallet.namesAccount)
    return (
      <Button className="act no-js:hidden" onClick={prove} aria-describedby={notSharedId(wallet)}>
        Prove to share<span className="sr-only">{` of ${nameInControls(wallet)}`}</span>
      </Button>
    );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // No permission, or an insecure context: the sheet has the link to copy by hand.
      return openToCopy();
    }
    showSuccess('Link copied');
  };
  return (
    <Button
      {...(wallet.isPublic
        ? { onClick: copy }
        : { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, 'aria-busy': isBusy, onClick: open })}
      className="act no-js:hidden"
    >
      {wallet.isPublic ? 'Copy link' : 'Share proof'}
      <span className="sr-only">{` of ${nameInControls(wallet)}`}</span>
    </Button>
  );
}

/** Shown if the code of the share sheet fails to load: the browser is offline, or a newer version was deployed. */
export function SharingUnloaded({ retry }: { retry: () => void }) {
  const code = 'wallet.sharing_unloaded';
  return (
    <div className="grid justify-items-start gap-3 pb-4">
      <Problem problem={{ code, ...walletListErrors[code] }} />
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}

export function ViewProof({ wallet }: { wallet: Wallet }) {
  return (
    <span>
      <a href={`/proofs/${wallet.proofId}`} className="tappable">
        View proof<span className="sr-only">{` of ${nameInControls(wallet)}`}</span>
      </a>
    </span>
  );
}

/** Explains why a proof can't be shared, and how to make a shareable proof. */
export function NotSharedYet({ wallet, isConnected }: { wallet: Wallet; isConnected: boolean }) {
  if (wallet.namesAccount) return null;
  return (
    <p id={notSharedId(wallet)} className="text-small text-muted no-js:hidden">
      Proven by signing in: that signature stays private.{' '}
      {isConnected ? 'Sign again' : 'Connect it and sign again'} to create a shareable proof.
    </p>
  );
}

/** Completes the accessible names of controls that every row has. */
export function nameInControls({ label, address }: Wallet): string {
  return label ?? shortenAddress(address);
}
