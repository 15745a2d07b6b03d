'use client';

import type { ReactNode } from 'react';
import { withNext } from '@/lib/http/with-next';
import { useNext } from './next-param';

type LinkWithNextProps = { path: string; className?: string; children: ReactNode };

/** Links to another page of this site and passes `next` on. A full page load. */
export function LinkWithNext({ path, className, children }: LinkWithNextProps) {
  return (
    <a href={withNext(path, useNext())} className={className}>
      {children}
    </a>
  );
}
