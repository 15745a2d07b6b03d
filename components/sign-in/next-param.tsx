'use client';

import { useSearchParams } from 'next/navigation';

/** The `next` query parameter, unchecked. The server checks it with `safeRedirect`. */
export function useNext(): string | undefined {
  return useSearchParams().get('next') ?? undefined;
}

export function NextField() {
  const next = useNext();
  return next ? <input type="hidden" name="next" value={next} /> : null;
}
