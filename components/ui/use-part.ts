import { useState } from 'react';

/** A part that is fetched when it is wanted. */
export function usePart<Part>(fetchPart: () => Promise<Part>) {
  const [part, setPart] = useState<{ Part: Part }>();
  const [isLost, setIsLost] = useState(false);
  const load = async () => {
    if (part) return;
    try {
      setPart({ Part: await fetchPart() });
      setIsLost(false);
    } catch {
      // Offline, or a newer version was deployed. The catalogue says so in the part's place.
      setIsLost(true);
    }
  };
  return { Part: part?.Part, isLost, load };
}
