'use client';

import { usePathname } from 'next/navigation';
import { useOptimistic } from 'react';
import { PageLink } from '@/components/ui/page-link';
import { PlaceLinks } from './place-links';

/** While the next page loads, the current one stays, and the line moves to the pressed place, to the last of several. */
export function Navigation() {
  const pathname = usePathname();
  const [marked, mark] = useOptimistic(pathname);
  return (
    <PlaceLinks
      pathname={pathname}
      marked={marked}
      draw={(props) => <PageLink {...props} onNavigate={() => mark(props.href)} />}
    />
  );
}
