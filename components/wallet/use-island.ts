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
    default: ComponentType<Props>;
    offerWallets: (offered: OfferedWallets) => Promise<void>;
  }>,
  offered: OfferedWallets,
) {
  const [Island, setIsland] = useState<ComponentType<Props>>();
  const [loading, setLoading] = useState<'idle' | 'slow' | 'failed'>('idle');
  const [presses, setPresses] = useState(0);

  const fetchIsland = async () => {
    const { default: island, offerWallets } = await fetchCode();
    await offerWallets(offered);
    return island;
  };
  const draw = async () => {
    const island = await fetchIsland();
    setIsland(() => island);
  };
  const load = async () => {
    setLoading('idle');
    const slow = setTimeout(() => setLoading('slow'), silenceInMilliseconds);
    try {
      await draw();
      setLoading('idle');
    } catch {
      // Offline, or a newer version was deployed. The catalogue says so below the button.
      setLoading('failed');
    } finally {
      clearTimeout(slow);
    }
  };
  // Only a head start: a press repeats what fails here, and says so.
  const ignore = () => undefined;

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
    /** Fetches the code ahead of a press. */
    prefetch: () => fetchIsland().catch(ignore),
    /** Draws the island as well, so that it has only to open its dialog then. */
    drawAhead: () => draw().catch(ignore),
  };
}
