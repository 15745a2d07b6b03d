'use client';

import Link, { useLinkStatus } from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { type PlaceLinkProps, PlaceLinks } from './place-links';

/** The places, with the current one marked. */
export function Navigation() {
  return <PlaceLinks pathname={usePathname()} link={NearLink} />;
}

/**
 * Fetches its page as soon as somebody points at it, so that the press shows it at once, and only then: fetching all of
 * them with every page would cost the server more than the pages themselves. What is fetched is kept in the memory of
 * this document only, for half a minute (`staleTimes` in next.config.mjs), until something is changed here.
 */
function NearLink({ children, ...props }: PlaceLinkProps) {
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
    >
      {children}
      <UnderWay />
    </Link>
  );
}

/** The page that was pressed takes its time: the old one stays, and a line says where this is going. */
function UnderWay() {
  return useLinkStatus().pending ? (
    <span className="appear-late absolute inset-x-3 bottom-1 h-0.5 bg-ink" />
  ) : null;
}
