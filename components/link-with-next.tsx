'use client';

import type { ReactNode } from 'react';
import { withNext } from '@/lib/flow/with-next';
import { useNext } from './next-param';

type LinkWithNextProps = { path: string; className?: string; children: ReactNode };

/** Passes on to another page of ours where someone was going. A full load. */
export function LinkWithNext({ path, className, children }: LinkWithNextProps) {
  return (
    <a href={withNext(path, useNext())} className={className}>
      {children}
    </a>
  );
}
