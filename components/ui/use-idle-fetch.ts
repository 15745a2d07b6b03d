import { useEffect, useEffectEvent } from 'react';

/** From this long after hydration, the page may use idle time and the network (milliseconds). */
const delayInMilliseconds = 1000;

/** Fetches code that a press will need, because on a touch screen nothing precedes the press. Not for users who save data or have a slow network. */
export function useIdleFetch(fetchCode: () => Promise<unknown>): void {
  const fetchNow = useEffectEvent(fetchCode);
  useEffect(() => fetchWhenIdle(() => fetchNow()), []);
}

/** @returns a function that cancels the fetch until it begins. */
export function fetchWhenIdle(fetchCode: () => Promise<unknown>): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return () => undefined;
  // A failure may be silent: the press retries and reports it.
  const fetchQuietly = () => void fetchCode().catch(() => undefined);
  const wait = globalThis.requestIdleCallback ?? setTimeout;
  const timer = setTimeout(() => wait(fetchQuietly), delayInMilliseconds);
  return () => clearTimeout(timer);
}
