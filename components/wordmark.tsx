import { environment } from '@/lib/env';

/** The site's name. A long one is cut where a phone has no room beside it. */
export function Wordmark() {
  return (
    <a
      href="/"
      className="double-ruled my-2 inline-block min-w-0 max-wide:shrink-[999] truncate pb-px font-serif text-[20px] leading-6 font-medium text-ink no-underline"
    >
      {environment().branding.siteName}
    </a>
  );
}
