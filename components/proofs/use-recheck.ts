import { useCallback, useEffect, useRef, useState } from 'react';

export type Unchecked = { status: 'not-checked' | 'checking' | 'impossible' };

/** After this, the site may answer differently (milliseconds). */
const outdatedAfter = 60_000;

/** Checks what the page shows, once it has loaded and again on request. Stays `not-checked` without JavaScript. */
export function useRecheck<Shown, Checked>(recheck: (shown: Shown) => Promise<Checked>, shown: Shown) {
  const [checking, setChecking] = useState<Checked | Unchecked>({ status: 'not-checked' });
  const startedAt = useRef(0);
  const checks = useRef(0);
  const check = useCallback(async () => {
    // The wall clock also runs while the device sleeps.
    startedAt.current = Date.now();
    checks.current += 1;
    const number = checks.current;
    setChecking({ status: 'checking' });
    const checked = await recheck(shown).catch(() => ({ status: 'impossible' as const }));
    // A later check knows more.
    if (checks.current === number) setChecking(checked);
  }, [recheck, shown]);
  useEffect(() => {
    check();
  }, [check]);
  const checkIfOutdated = useCallback(() => {
    if (!document.hidden && Date.now() - startedAt.current > outdatedAfter) check();
  }, [check]);
  return { checking, check, checkIfOutdated };
}
