'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { ReloadWhenReady } from '@/components/ui/reload-when-ready';
import { SiteMark } from '@/components/ui/site-mark';
import { ThemeSwitch } from '@/components/ui/theme-switch';
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
  const [logo, darkLogo] = [useRootData('logo'), useRootData('darkLogo')];
  return (
    <>
      {/* With a precedence, so that React keeps it for the page after a successful retry. */}
      {isStyled ? null : <link rel="stylesheet" href="/style/any" precedence="page" />}
      <main
        id="content"
        tabIndex={-1}
        className="in-form grid flex-1 content-start justify-items-start gap-6 pt-16 outline-none"
      >
        <SiteMark
          name={document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content}
          logo={logo ? { address: logo } : null}
          darkLogo={darkLogo ? { address: darkLogo } : null}
        />
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
      <FailedFooter />
    </>
  );
}

const never = () => () => undefined;

/** React may write the root's attributes after it renders this page. */
function useRootData(name: string): string | undefined {
  const read = () => document.documentElement.dataset[name];
  return useSyncExternalStore(never, read, () => undefined);
}

function FailedFooter() {
  const supportUrl = useRootData('support');
  return (
    <footer className="in-form flex flex-wrap items-center justify-between pb-4 text-small text-muted print:hidden">
      <ThemeSwitch />
      {supportUrl ? (
        <a href={supportUrl} className="flex min-h-11 min-w-11 items-center justify-center text-muted">
          Support
        </a>
      ) : null}
    </footer>
  );
}
