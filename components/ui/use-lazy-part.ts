import { useState } from 'react';

export function useLazyPart<Part>(fetchPart: () => Promise<Part>) {
  const [part, setPart] = useState<{ Part: Part }>();
  const [isLost, setIsLost] = useState(false);
  const load = async () => {
    if (part) return;
    try {
      setPart({ Part: await fetchPart() });
      setIsLost(false);
    } catch {
      setIsLost(true);
    }
  };
  return { Part: part?.Part, isLost, load };
}
