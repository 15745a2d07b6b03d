'use client';

import { usePathname } from 'next/navigation';
import { useOptimistic } from 'react';
import { PageLink } from '@/components/ui/page-link';

const places = ['Wallets', 'Apps', 'Security', 'Activity', 'Account'];

/** While the next page loads, the current one stays, and the line moves to the pressed place, to the last of several. */
export function Navigation({ isNowhere = false }) {
  const path = usePathname();
  const pathname = isNowhere ? '' : path;
  const [marked, mark] = useOptimistic(pathname);
  const isAt = (path: string, href: string) => path === href || path.startsWith(`${href}/`) || undefined;
  return (
    <nav aria-label="Main" className="places">
      <ul>
        {places.map((label) => {
          const href = `/${label.toLowerCase()}`;
          return (
            <li key={href}>
              <PageLink
                href={href}
                aria-current={isAt(pathname, href) && 'page'}
                data-marked={isAt(marked, href)}
                className="place-link"
                onNavigate={() => mark(href)}
              >
                <span data-label={label} className="as-wide-as-bold">
                  {label}
                </span>
              </PageLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
