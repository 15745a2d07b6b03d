import { mobileSteps } from '@countersign/mobile-wallet/mobile-steps';
import type { Adapter } from '@solana/wallet-adapter-base';
import { WalletProvider } from '@solana/wallet-adapter-react';
import {
  CoinbaseWalletAdapter,
  NightlyWalletAdapter,
  PhantomWalletAdapter,
  SolflareWalletAdapter,
  TrustWalletAdapter,
} from '@solana/wallet-adapter-wallets';
import { Component, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import type { MobileDialog } from '@/components/wallet/standard/mobile-dialog';
import { walletErrors } from '@/lib/errors/wallet';
import { toProblem } from '@/lib/problem';
import { rememberedWalletKey } from './remembered-wallet';

/** Provides this browser's wallets to an island. An error inside doesn't affect the rest of the page. */
export function BrowserWallets({ children }: { children: ReactNode }) {
  const adapters = useMemo(createWalletAdapters, []);
  return (
    <WalletBoundary>
      <WalletProvider wallets={adapters} localStorageKey={rememberedWalletKey} onError={ignoreError}>
        <MobileDialogSlot />
        {children}
      </WalletProvider>
    </WalletBoundary>
  );
}

/** Opens the dialog for each press of a button outside the island. */
export function useOpenOnPress(presses: number, open: () => void): void {
  const seenPresses = useRef(0);
  useEffect(() => {
    if (presses > seenPresses.current) open();
    seenPresses.current = presses;
  }, [presses, open]);
}

/** Maintained wallets that sign messages, for users without one. Named imports, because the whole list costs 70 kB more. */
function createWalletAdapters(): Adapter[] {
  return [
    new PhantomWalletAdapter(),
    new SolflareWalletAdapter(),
    new CoinbaseWalletAdapter(),
    new TrustWalletAdapter(),
    new NightlyWalletAdapter(),
  ];
}

/** Without a handler, the provider logs the wallet's message. Each attempt reports its own errors. */
function ignoreError(): void {
  return;
}

/** Catches errors of wallet code during rendering, and offers to start again. */
class WalletBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="news flex flex-col items-start gap-3">
        <Problem problem={toProblem('wallet.broke_page', walletErrors['wallet.broke_page'])} />
        <Button onClick={() => this.setState({ isBroken: false })}>Try again</Button>
      </div>
    );
  }
}

/** The dialog for a wallet on a phone, above other dialogs. Place it before the dialogs it covers, so that it closes first. */
function MobileDialogSlot() {
  const step = useSyncExternalStore(mobileSteps.subscribe, mobileSteps.read, mobileSteps.read);
  const [Loaded, setLoaded] = useState<typeof MobileDialog>();
  const isMissing = step.name !== 'none' && !Loaded;
  useEffect(() => {
    if (!isMissing) return;
    import('@/components/wallet/standard/mobile-dialog').then(
      (loaded) => setLoaded(() => loaded.MobileDialog),
      // Offline, or a newer version was deployed. Cancels the step, because the user can't see it.
      () => mobileSteps.cancel(),
    );
  }, [isMissing]);
  return Loaded && step.name !== 'none' ? <Loaded step={step} /> : null;
}
