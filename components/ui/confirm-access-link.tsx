'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { buttonClasses } from '@/components/ui/button';
import { resumeParameter } from '@/lib/auth/flow/resume';
import { withNext } from '@/lib/auth/flow/with-next';

type ConfirmAccessLinkProps = {
  /** Where on the page, like `#wallet-…`. */
  place?: string;
  /** Keeps what the page goes on with once somebody has confirmed. */
  keep?: () => void;
};

/** The link for somebody who has to confirm that it is them: comes back to this page. */
export function ConfirmAccessLink({ place = '', keep }: ConfirmAccessLinkProps) {
  const search = new URLSearchParams(useSearchParams());
  if (keep) search.set(resumeParameter, '1');
  const query = search.toString();
  const next = usePathname() + (query && `?${query}`) + place;
  return (
    <a
      href={withNext('/confirm-access', next)}
      className={buttonClasses('primary', 'justify-self-start')}
      onClick={keep}
    >
      Confirm it's you
    </a>
  );
}
