'use client';

import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { withNext } from '@/lib/flow/with-next';

/** The server checks it with `safeRedirect`. */
export function useNext(): string | undefined {
  return useSearchParams().get('next') ?? undefined;
}

export function NextField() {
  const next = useNext();
  return next ? <input type="hidden" name="next" value={next} /> : null;
}

/** Passes it on to another page of ours. A full load. */
export function LinkWithNext({ path, className, children }: LinkWithNextProps) {
  return (
    <a href={withNext(path, useNext())} className={className}>
      {children}
    </a>
  );
}

type LinkWithNextProps = { path: string; className?: string; children: ReactNode };
