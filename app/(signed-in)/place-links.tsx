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

/** The navigation of a signed-in user: plain links without scripts, unless another kind of link is passed. */
export function PlaceLinks(props: { pathname?: string; link?: ComponentType<PlaceLinkProps> | 'a' }) {
  const { pathname, link: Link = 'a' } = props;
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-hairline bg-paper pb-[env(safe-area-inset-bottom)] [@media(height<30rem)_and_(width<640px)]:absolute wide:static wide:border-0 wide:pb-0"
    >
      <ul className="flex wide:-mx-2.5">
        {places.map(({ href, label }) => (
          <li key={href} className="flex-1 wide:flex-none">
            <Link
              href={href}
              aria-current={pathname === href || pathname?.startsWith(`${href}/`) ? 'page' : undefined}
              className="place-link"
            >
              <span data-label={label} className="as-wide-as-bold">
                {label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
