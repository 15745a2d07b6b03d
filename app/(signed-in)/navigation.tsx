'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';

const places = [
  { href: '/wallets', label: 'Wallets' },
  { href: '/activity', label: 'Activity' },
  { href: '/account', label: 'Account' },
];

/** Beside the wordmark on a desktop, at the bottom edge on a phone, where a thumb reaches it. */
export function Navigation() {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-hairline bg-paper pb-[env(safe-area-inset-bottom)] wide:static wide:border-0 wide:pb-0"
    >
      <ul className="flex wide:gap-2">
        {places.map(({ href, label }) => (
          <li key={href} className="flex-1 wide:flex-none">
            <Link
              href={href}
              aria-current={pathname === href ? 'page' : undefined}
              className="flex h-14 items-center justify-center px-3 text-muted no-underline hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink wide:h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
