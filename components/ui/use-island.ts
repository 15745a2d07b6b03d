import { type ComponentType, useState } from 'react';

/** Faster loading needs no words (milliseconds). */
const silenceInMilliseconds = 200;

/** A part of the page that few need, which `fetchIsland` fetches, with all that it can't be drawn without. */
export function useIsland<Props>(fetchIsland: () => Promise<ComponentType<Props>>) {
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
      // Offline, or a newer version was deployed. The catalogue says so below the button.
      setLoading('failed');
    } finally {
      clearTimeout(slow);
    }
  };
  // This is only a head start: a press repeats what fails here, and shows the failure.
  const ignore = () => undefined;

  return {
    Island,
    loading,
    /** A press that comes too early is kept, and counts as soon as the island is there. */
    presses,
    press: () => {
      setPresses((count) => count + 1);
      if (!Island) load();
    },
    load,
    /** Fetches the code ahead of a press. */
    prefetch: () => fetchIsland().catch(ignore),
    /** Draws the island as well, so that it has only to begin then. */
    drawAhead: () => draw().catch(ignore),
  };
}
