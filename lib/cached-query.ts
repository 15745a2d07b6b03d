import { shareInProcess } from './share-in-process.ts';
import { waitBriefly } from './wait-briefly.ts';

type Answer = { askAgainAt: number; underWay?: Promise<void> | undefined };

/**
 * Caches an answer for the whole process and refreshes it once it expires, with one refresh in flight.
 * @param nothing the value before the first answer.
 * @param ask stores the answer and its expiry. Never throws.
 */
export function cachedQuery<Known extends object>(
  name: string,
  nothing: Known,
  ask: (known: Known & Answer) => Promise<void>,
) {
  const known = () => shareInProcess<Known & Answer>(name, () => ({ ...nothing, askAgainAt: 0 }));
  const revalidate = (): Promise<void> | undefined => {
    const now = known();
    if (Date.now() >= now.askAgainAt)
      now.underWay ??= ask(now).finally(() => {
        now.underWay = undefined;
      });
    return now.underWay;
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
      const underWay = revalidate();
      if (unknown && underWay) await waitBriefly(underWay);
      return known();
    },
  };
}
