'use client';

import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link between pages of a signed-in person. Fetches its page when it is pointed at, so that a press shows it at once;
 * fetching every link would cost the server more than the pages. This document keeps what it fetched for half a minute
 * (`staleTimes` in next.config.mjs), until something changes here.
 */
export function PageLink(props: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  const [isNear, setNear] = useState(false);
  const come = () => setNear(true);
  const go = () => setNear(false);
  return (
    <Link
      {...props}
      prefetch={isNear && !props['aria-current']}
      onPointerEnter={come}
      onPointerLeave={go}
      onFocus={come}
      onBlur={go}
    />
  );
}
