'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { PlaceLinks } from './place-links';

/** The places, with the current one marked. */
export function Navigation() {
  return <PlaceLinks pathname={usePathname()} link={Link} />;
}
