import { shareInProcess } from './share-in-process.ts';
import { waitBriefly } from './wait-briefly.ts';

type Answer = { refreshAt: number; inFlight?: Promise<void> | undefined };

/**
 * Caches an answer for the whole process and refreshes it once it expires, with one refresh in flight.
 * @param initial the value before the first answer.
 * @param ask stores the answer and its expiry. Never throws.
 */
export function cachedQuery<Known extends object>(
  name: string,
  initial: Known,
  ask: (known: Known & Answer) => Promise<void>,
) {
  const known = () => shareInProcess<Known & Answer>(name, () => ({ ...initial, refreshAt: 0 }));
  const revalidate = (): Promise<void> | undefined => {
    const now = known();
    if (Date.now() >= now.refreshAt)
      now.inFlight ??= ask(now).finally(() => {
        now.inFlight = undefined;
      });
    return now.inFlight;
  };
  return {
    known,
    revalidate,
    read: async () => {
      await revalidate();
      return known();
    },
    /** Stale-while-revalidate: returns the last known answer. Before the first one, waits a tenth of a second for it. */
    peek: async (isUnknown: (known: Known & Answer) => boolean) => {
      const unknown = isUnknown(known());
      const inFlight = revalidate();
      if (unknown && inFlight) await waitBriefly(inFlight);
      return known();
    },
  };
}
