import { type ComponentType, useState } from 'react';
import type { OfferedWallets } from '@/lib/wallets/read-offered-wallets';

/** Nothing is said about loading before this (milliseconds): what is faster needs no words. */
const silenceInMilliseconds = 200;

/**
 * What deals with the wallets of this browser, fetched once somebody wants a wallet.
 * @param fetchCode fetches the island and, with it, what puts the offered wallets there.
 */
export function useIsland<Props>(
  fetchCode: () => Promise<{
    Island: ComponentType<Props>;
    offerWallets: (offered: OfferedWallets) => Promise<void>;
  }>,
  offered: OfferedWallets,
) {
  const [Island, setIsland] = useState<ComponentType<Props>>();
  const [loading, setLoading] = useState<'idle' | 'loading' | 'slow' | 'failed'>('idle');
  const [presses, setPresses] = useState(0);

  const fetchIsland = async () => {
    const fetched = await fetchCode();
    await fetched.offerWallets(offered);
    return fetched.Island;
  };
  const load = async () => {
    setLoading('loading');
    const slow = setTimeout(() => setLoading('slow'), silenceInMilliseconds);
    try {
      const island = await fetchIsland();
      setIsland(() => island);
      setLoading('idle');
    } catch {
      // Offline, or a newer version was deployed. The catalogue says so below the button.
      setLoading('failed');
    } finally {
      clearTimeout(slow);
    }
  };
  /** Only a head start: a press repeats what fails here, and says so. */
  const prefetch = () => fetchIsland().catch(() => undefined);

  return {
    Island,
    loading,
    /** How often the button was pressed. One press too early is kept, and opens the dialog as soon as that is possible. */
    presses,
    press: () => {
      setPresses((count) => count + 1);
      if (!Island) load();
    },
    load,
    prefetch,
    /** Draws it before a press, so that it has only to open its dialog then. */
    drawAhead: () => prefetch().then((island) => island && setIsland(() => island)),
  };
}
