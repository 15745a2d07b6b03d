import { useEffect, useEffectEvent } from 'react';

/** From this long after hydration, the page may use idle time and the network (milliseconds). */
const delayInMilliseconds = 1000;

/** Fetches code that a press will need, because on a touch screen nothing precedes the press. Not for users who save data. */
export function useIdleFetch(fetchCode: () => Promise<unknown>): void {
  // A failure may be silent: the press retries and reports it.
  const fetchQuietly = useEffectEvent(() => fetchCode().catch(() => undefined));
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData) return;
    const wait = window.requestIdleCallback ?? setTimeout;
    const timer = setTimeout(() => wait(() => fetchQuietly()), delayInMilliseconds);
    return () => clearTimeout(timer);
  }, []);
}
