'use client';

import { useEffect } from 'react';
import { ReloadWhenReady } from '@/components/reload-when-ready';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { pageErrors } from '@/lib/errors/page';
import { toProblem } from '@/lib/problem';

/** A page that could not be made. Its message never shows; only a code of the catalogue that it may carry. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const backendIsDown = error.digest === 'session.unavailable';
  const code = backendIsDown ? 'session.unavailable' : 'request.unexpected';
  useEffect(() => console.error(`This page failed, reference ${error.digest ?? 'none'}`), [error]);
  return (
    <main className="mx-auto grid w-full max-w-[432px] justify-items-start gap-6 px-4 pt-16">
      <h1>{backendIsDown ? 'One moment' : 'Something went wrong'}</h1>
      <Problem problem={toProblem(code, pageErrors[code])} />
      {backendIsDown ? (
        <ReloadWhenReady />
      ) : (
        <>
          <Button onClick={reset}>Try again</Button>
          {error.digest ? <p className="text-small text-muted">Reference {error.digest}</p> : null}
        </>
      )}
    </main>
  );
}
