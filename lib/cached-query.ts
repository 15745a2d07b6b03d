import { shareInProcess } from './share-in-process.ts';

type Answer = { refreshAt: number; inFlight?: Promise<void> | undefined };

/** Caches an answer in the process, with one refresh in flight once it expires. @param ask stores answer and expiry. Never throws. */
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

/** With the other work for a page, well under the 200 ms after which it feels slow. */
const briefInMilliseconds = 100;

/** Waits up to 100 ms for running work, which continues either way. Never throws. */
async function waitBriefly(inFlight: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((resolve) => {
    timer = setTimeout(resolve, briefInMilliseconds);
  });
  await Promise.race([inFlight.catch(() => undefined), enough]);
  clearTimeout(timer);
}
