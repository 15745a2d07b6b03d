'use client';

import { useLinkStatus } from 'next/link';
import { usePathname } from 'next/navigation';
import { PageLink } from '@/components/ui/page-link';
import { type PlaceLinkProps, PlaceLinks } from './place-links';

export function Navigation() {
  return <PlaceLinks pathname={usePathname()} link={PlaceLink} />;
}

function PlaceLink({ children, ...props }: PlaceLinkProps) {
  return (
    <PageLink {...props}>
      {children}
      <UnderWay />
    </PageLink>
  );
}

/** The page that was pressed takes its time: the old one stays, and a line says where this is going. */
function UnderWay() {
  return useLinkStatus().pending ? (
    <span className="appear-late absolute inset-x-3 bottom-1 h-0.5 bg-ink forced-colors:bg-[CanvasText]" />
  ) : null;
}
