import { type ComponentType, useState } from 'react';

/** Loading that takes less than this (milliseconds) shows no message. */
const silenceInMilliseconds = 200;

/** Loads a rarely used part of the page on demand. `fetchIsland` must load all the code that rendering it needs. */
export function useIslandOnPress<Props>(fetchIsland: () => Promise<ComponentType<Props>>) {
  const [Island, setIsland] = useState<ComponentType<Props>>();
  const [loading, setLoading] = useState<'idle' | 'slow' | 'failed'>('idle');
  const [presses, setPresses] = useState(0);

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
      // Offline, or a newer version was deployed. The message appears below the button.
      setLoading('failed');
    } finally {
      clearTimeout(slow);
    }
  };
  // Prefetching may fail silently: a press retries and shows the failure.
  const ignore = () => undefined;

  return {
    Island,
    loading,
    /** Counts presses, including those before the island has loaded. */
    presses,
    press: () => {
      setPresses((count) => count + 1);
      if (!Island) load();
    },
    load,
    prefetch: () => fetchIsland().catch(ignore),
    /** Loads and mounts the island ahead of a press. */
    drawAhead: () => draw().catch(ignore),
  };
}
