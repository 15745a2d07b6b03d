import { Button } from '@/components/ui/button';
import type { Wallet } from '@/lib/wallets/list-wallets';
import { nameInControls } from './name-in-controls';

type ShareProofProps = {
  wallet: Wallet;
  isOpen: boolean;
  load: () => void;
  open: () => void;
  /** Proves the wallet again; null unless it is connected. */
  prove: (() => void) | null;
};

const notSharedId = (wallet: Wallet) => `not-shared-${wallet.id}`;

/** Opens the share sheet, or starts a proof that can be shared. */
export function ShareProof({ wallet, isOpen, load, open, prove }: ShareProofProps) {
  if (!wallet.namesAccount) return prove ? <ProveToShare prove={prove} wallet={wallet} /> : null;
  return (
    <Button
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={load}
      onFocus={load}
      onClick={open}
      className="act [@media(scripting:none)]:hidden"
    >
      Share proof<span className="sr-only"> of {nameInControls(wallet)}</span>
    </Button>
  );
}

export function ViewProof({ wallet }: { wallet: Wallet }) {
  return (
    <span>
      <a href={`/proofs/${wallet.proofId}`} className="tappable">
        View proof<span className="sr-only"> of {nameInControls(wallet)}</span>
      </a>
    </span>
  );
}

/** A proof made by sign-in names no account, so it can't be shared. */
function ProveToShare({ prove, wallet }: { prove: () => void; wallet: Wallet }) {
  return (
    <Button className="act" onClick={prove} aria-describedby={notSharedId(wallet)}>
      Prove to share<span className="sr-only"> of {nameInControls(wallet)}</span>
    </Button>
  );
}

/** Explains why a proof can't be shared, and how to make a shareable proof. */
export function NotSharedYet({ wallet, isConnected }: { wallet: Wallet; isConnected: boolean }) {
  if (wallet.namesAccount) return null;
  return (
    <p id={notSharedId(wallet)} className="text-small text-muted [@media(scripting:none)]:hidden">
      Proven by signing in: that signature stays private.{' '}
      {isConnected ? 'Sign again' : 'Connect it and sign again'} to create a shareable proof.
    </p>
  );
}
