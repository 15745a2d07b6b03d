'use client';

import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link between pages of someone signed in. Fetches its page as soon as someone points at it, so that the press shows
 * it at once, and only then: fetching all that a page links to would cost the server more than the pages themselves. What
 * is fetched is kept in the memory of this document only, for half a minute (`staleTimes` in next.config.mjs), until
 * something is changed here.
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
