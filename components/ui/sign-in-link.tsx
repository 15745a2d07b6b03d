'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { buttonClasses } from '@/components/ui/button';

/** The link for somebody whose session has ended: signs in and comes back to this page. A full load. */
export function SignInLink() {
  const query = useSearchParams().toString();
  const next = usePathname() + (query && `?${query}`);
  return (
    <a
      href={`/sign-in?next=${encodeURIComponent(next)}&notice=session-ended`}
      className={buttonClasses('primary', 'justify-self-start')}
    >
      Sign in
    </a>
  );
}
