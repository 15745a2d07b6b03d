'use client';

import type { PrefetchKind } from 'next/dist/client/components/router-reducer/router-reducer-types';
import { useRouter } from 'next/navigation';
import { type ComponentProps, type ReactNode, useTransition } from 'react';

type PageLinkProps = Omit<ComponentProps<'a'>, 'target' | 'download'> & {
  href: string;
  /** Shown in the link from the press until its page is there. */
  whilePending?: ReactNode;
};

/** The whole page, since its outline alone would show nothing. */
const whole = { kind: 'full' as PrefetchKind };

/**
 * A link between pages of a signed-in person, by Next's router without the 2 kB of its `Link`. Fetches its page when it is
 * pointed at, so that a press shows it at once; fetching every link would cost the server more than the pages. This document
 * keeps what it fetched for half a minute (`staleTimes` in next.config.mjs), until something changes here.
 */
export function PageLink({ href, whilePending, onClick, children, ...props }: PageLinkProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const fetchAhead = () => {
    if (!props['aria-current']) router.prefetch(href, whole);
  };
  return (
    <a
      {...props}
      href={href}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={(event) => {
        onClick?.(event);
        // A press that opens another tab or window is the browser's.
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
          return;
        event.preventDefault();
        startTransition(() => router.push(href));
      }}
    >
      {children}
      {pending ? whilePending : null}
    </a>
  );
}
