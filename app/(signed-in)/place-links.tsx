import type { ComponentType, ReactNode } from 'react';

const places = [
  { href: '/wallets', label: 'Wallets' },
  { href: '/apps', label: 'Apps' },
  { href: '/security', label: 'Security' },
  { href: '/activity', label: 'Activity' },
  { href: '/account', label: 'Account' },
];

export type PlaceLinkProps = {
  href: string;
  className: string;
  'aria-current': 'page' | undefined;
  children: ReactNode;
};

/**
 * The places of somebody signed in: beside the wordmark on a desktop, at the bottom edge on a phone, where a thumb
 * reaches them. Plain links, without any code, unless another kind of link is given.
 */
export function PlaceLinks(props: { pathname?: string; link?: ComponentType<PlaceLinkProps> | 'a' }) {
  const { pathname, link: Link = 'a' } = props;
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-hairline bg-paper pb-[env(safe-area-inset-bottom)] wide:static wide:border-0 wide:pb-0"
    >
      <ul className="flex wide:-mx-2.5">
        {places.map(({ href, label }) => (
          <li key={href} className="flex-1 wide:flex-none">
            <Link
              href={href}
              aria-current={pathname === href || pathname?.startsWith(`${href}/`) ? 'page' : undefined}
              className="relative flex h-14 items-center justify-center px-1 text-muted no-underline hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink wide:h-11 wide:px-2.5 wide:focus-visible:outline-offset-2"
            >
              {/* As wide as the wider of its two weights, so that its neighbours stay where they are. */}
              <span
                data-label={label}
                className="grid justify-items-center before:invisible before:h-0 before:overflow-hidden before:font-normal before:content-[attr(data-label)/''] after:invisible after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-label)/'']"
              >
                {label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
