'use client';

import { useEffect } from 'react';
import { ReloadWhenReady } from '@/components/reload-when-ready';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { pageErrors } from '@/lib/errors/page';

export type FailedPageProps = {
  error: Error & { digest?: string };
  /** Asks the server for the page again; only drawing it again would draw the same failure. */
  retry: () => void;
};

/** In the place of a page that could not be made. */
export function FailedPage({ error, retry }: FailedPageProps) {
  const backendIsDown = error.digest === 'session.unavailable';
  const code = backendIsDown ? 'session.unavailable' : 'request.unexpected';
  useEffect(() => console.error(`This page failed, reference ${error.digest ?? 'none'}`), [error]);
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto grid w-full max-w-[432px] justify-items-start gap-6 px-4 pt-16 outline-none"
    >
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
  );
}
