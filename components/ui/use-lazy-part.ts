import { startTransition, useState } from 'react';
import { useIdleFetch } from './use-idle-fetch';

/** Loading that takes less than this (milliseconds) shows no message. */
const silenceInMilliseconds = 200;

const ignore = () => undefined;

/** A part of the page whose code loads when the page is idle or a press needs it. `fetchPart` must load all the code that rendering needs. */
export function useLazyPart<Part>(fetchPart: () => Promise<Part>) {
  const [part, setPart] = useState<{ Part: Part }>();
  const [loading, setLoading] = useState<'idle' | 'slow' | 'failed'>('idle');
  const [presses, setPresses] = useState(0);
  useIdleFetch(fetchPart);
  const draw = (Part: Part) => setPart((old) => old ?? { Part });
  const load = async () => {
    if (part) return;
    setLoading('idle');
    const slow = setTimeout(() => setLoading('slow'), silenceInMilliseconds);
    try {
      draw(await fetchPart());
      setLoading('idle');
    } catch {
      // Offline, or a newer version was deployed. The message appears near the button.
      setLoading('failed');
    } finally {
      clearTimeout(slow);
    }
  };
  return {
    Part: part?.Part,
    loading,
    /** Counts presses, including those before the part has loaded. */
    presses,
    press: () => {
      setPresses((count) => count + 1);
      load();
    },
    load,
    /** Loads and mounts the part ahead of a press, which retries and shows a failure. Lets the press of another control come first. */
    drawAhead: () => fetchPart().then((Part) => startTransition(() => draw(Part)), ignore),
  };
}
