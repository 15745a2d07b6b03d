'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { ReloadWhenReady } from '@/components/ui/reload-when-ready';
import { SiteFooter, Wordmark } from '@/components/ui/site-frame';
import { pageErrors } from '@/lib/errors/page';

export type FailedPageProps = {
  error: Error & { digest?: string };
  /** Requests the page from the server again; rendering it again would fail again. */
  retry: () => void;
};

export function FailedPage({ error, retry }: FailedPageProps) {
  const backendIsDown = error.digest === 'session.unavailable';
  const code = backendIsDown ? 'session.unavailable' : 'request.unexpected';
  useEffect(() => console.error(`This page failed, reference ${error.digest ?? 'none'}`), [error]);
  // False if the server failed before it rendered the style sheet. Styles of browser extensions don't count.
  const [isStyled] = useState(
    () => document.querySelector('style[nonce], link[href^="/style/"][rel=stylesheet]') !== null,
  );
  const [siteName = '', logo, darkLogo, support] = ['siteName', 'logo', 'darkLogo', 'support'].map(
    useRootData,
  );
  const brand = {
    siteName,
    logos: [logo, darkLogo].flatMap((src) => (src ? [{ src }] : [])),
    links: [
      { name: 'Accessibility', url: '/accessibility' },
      ...(support ? [{ name: 'Support', url: support }] : []),
    ],
    note: null,
  };
  return (
    <>
      {/* With a precedence, so that React keeps it for the page after a successful retry. */}
      {isStyled ? null : <link rel="stylesheet" href="/style/any" precedence="page" />}
      <main
        id="content"
        tabIndex={-1}
        className="in-form grid flex-1 content-start justify-items-start gap-6 pt-16 outline-none"
      >
        <Wordmark brand={brand} />
        <h1>{backendIsDown ? 'One moment' : 'Something went wrong'}</h1>
        <Problem problem={{ code, ...pageErrors[code] }} />
        {backendIsDown ? (
          <ReloadWhenReady />
        ) : (
          <>
            <Button onClick={retry}>Try again</Button>
            {error.digest ? <p className="text-small text-muted">Reference {error.digest}</p> : null}
          </>
        )}
      </main>
      <SiteFooter brand={brand} />
    </>
  );
}

const never = () => () => undefined;

/** React may write the root's attributes after it renders this page. */
function useRootData(name: string): string | undefined {
  const read = () => document.documentElement.dataset[name];
  return useSyncExternalStore(never, read, () => undefined);
}
