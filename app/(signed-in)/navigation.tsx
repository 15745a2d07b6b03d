'use client';

import { usePathname } from 'next/navigation';
import { PageLink } from '@/components/ui/page-link';
import { type PlaceLinkProps, PlaceLinks } from './place-links';

export function Navigation() {
  return <PlaceLinks pathname={usePathname()} link={PlaceLink} />;
}

/** While the next page loads, the current one stays, with a line that names the next. */
function PlaceLink(props: PlaceLinkProps) {
  return (
    <PageLink
      {...props}
      whilePending={
        <span className="appear-late absolute inset-x-3 bottom-1 h-0.5 bg-ink forced-colors:bg-[CanvasText]" />
      }
    />
  );
}
