import type { ReactNode } from 'react';

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
  /** Whether the line is here. */
  'data-marked': boolean;
  children: ReactNode;
};

type PlaceLinksProps = {
  pathname?: string;
  /** The path with the line: the page's, or the next page's while it loads. */
  marked?: string;
  draw?: (props: PlaceLinkProps) => ReactNode;
};

/** The navigation of a signed-in user: plain links, unless drawn otherwise. */
export function PlaceLinks({ pathname, marked, draw = (props) => <a {...props} /> }: PlaceLinksProps) {
  const isAt = (path: string | undefined, href: string) => path === href || path?.startsWith(`${href}/`);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-hairline bg-paper pb-[env(safe-area-inset-bottom)] [@media(height<30rem)_and_(width<640px)]:absolute wide:static wide:border-0 wide:pb-0"
    >
      <ul className="flex flex-wrap wide:-mx-2.5 wide:flex-nowrap">
        {places.map(({ href, label }) => (
          <li key={href} className="flex-1 wide:flex-none">
            {draw({
              href,
              'aria-current': isAt(pathname, href) ? 'page' : undefined,
              'data-marked': isAt(marked, href) === true,
              className: 'place-link',
              children: (
                <span data-label={label} className="as-wide-as-bold">
                  {label}
                </span>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
}
