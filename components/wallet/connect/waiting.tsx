import { useEffect, useState } from 'react';
import { demoWalletName } from '@/components/wallet/standard/demo-wallet-name';
import { isMobileWallet } from '@/components/wallet/standard/site-wallets';

/** A wallet that opens a window has done so by then. */
const longWaitInMilliseconds = 5000;

/** True once a wait has lasted 5 s. A new `wait` restarts the timer; null means no wait. */
export function useIsLongWait(wait: string | number | null): boolean {
  const [long, setLong] = useState<typeof wait>(null);
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => setLong(wait), longWaitInMilliseconds);
    return () => clearTimeout(timer);
  }, [wait]);
  return wait !== null && long === wait;
}

export function suggestOpening(walletName: string): string {
  if (walletName === demoWalletName) return '';
  return isMobileWallet(walletName)
    ? 'Nothing opened? Open your wallet app.'
    : "Nothing opened? Click the wallet's icon in your browser.";
}

/** Three pulsing dots; static with reduced motion. */
export function WaitingDots() {
  return (
    <span aria-hidden="true" className="ml-2 inline-flex gap-1 align-middle">
      {['', '[animation-delay:300ms]', '[animation-delay:600ms]'].map((delay) => (
        <span
          key={delay}
          className={`size-1.5 rounded-full bg-current motion-safe:animate-pulse forced-colors:bg-[CanvasText] ${delay}`}
        />
      ))}
    </span>
  );
}
