'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { buttonClasses } from '@/components/ui/button';
import { withNext } from '@/lib/flow/with-next';

/** The link for someone whose session has ended: signs in and comes back to this page. A full load. */
export function SignInLink() {
  const query = useSearchParams().toString();
  const next = usePathname() + (query && `?${query}`);
  return (
    <a
      href={withNext('/sign-in?notice=session-ended', next)}
      className={buttonClasses('primary', 'justify-self-start')}
    >
      Sign in
    </a>
  );
}
