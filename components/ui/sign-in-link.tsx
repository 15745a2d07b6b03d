'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { buttonClasses } from '@/components/ui/button';
import { withNext } from '@/lib/flow/with-next';

/** Signs in after the session has ended, and returns to this page. A full page load. */
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
