import { useCallback, useEffect, useState } from 'react';

export type Unchecked = { status: 'not-checked' | 'checking' | 'impossible' };

/** Checks what the page shows, once it has loaded and again on request. Stays `not-checked` without JavaScript. */
export function useRecheck<Shown, Checked>(recheck: (shown: Shown) => Promise<Checked>, shown: Shown) {
  const [checking, setChecking] = useState<Checked | Unchecked>({ status: 'not-checked' });
  const check = useCallback(async () => {
    setChecking({ status: 'checking' });
    setChecking(await recheck(shown).catch(() => ({ status: 'impossible' as const })));
  }, [recheck, shown]);
  useEffect(() => {
    check();
  }, [check]);
  return { checking, check };
}
