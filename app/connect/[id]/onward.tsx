'use client';

import { useEffect } from 'react';
import { buttonClasses } from '@/components/ui/button';

type OnwardProps = {
  /** An address that answers once. Only a document may ask for it, so nothing here fetches it ahead. */
  path: string;
  host: string;
  /** What came of asking it before; then it is asked again only by a press. */
  problem: string | null;
};

/** Leads on to the app's request, by the browser itself. */
export function Onward({ path, host, problem }: OnwardProps) {
  useEffect(() => {
    if (!problem) location.replace(path);
  }, [path, problem]);
  return (
    <div className="grid justify-items-start gap-4">
      {problem ? null : (
        <noscript>
          <meta httpEquiv="refresh" content={`0;url=${path}`} />
        </noscript>
      )}
      <h1>Sign in to {host}</h1>
      <p role="status">{problem ? "That didn't work yet. Try it again." : 'One moment…'}</p>
      <a href={path} className={buttonClasses('primary')}>
        Continue
      </a>
    </div>
  );
}
