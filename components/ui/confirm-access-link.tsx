'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { buttonClasses } from '@/components/ui/button';
import { withNext } from '@/lib/auth/flow/with-next';

/**
 * The link for somebody who has to confirm that it is them: comes back to this page.
 * @param place where on it, like `#wallet-…`.
 */
export function ConfirmAccessLink({ place = '' }: { place?: string }) {
  const query = useSearchParams().toString();
  const next = usePathname() + (query && `?${query}`) + place;
  return (
    <a href={withNext('/confirm-access', next)} className={buttonClasses('primary', 'justify-self-start')}>
      Confirm it's you
    </a>
  );
}
