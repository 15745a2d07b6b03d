'use client';

import { useEffect } from 'react';
import { buttonClasses } from '@/components/ui/button';

type ContinueToAppProps = {
  /** Works once and only as a document, so it must not be prefetched. */
  path: string;
  destination: string;
  /** It failed before, so it is opened again only by a press. */
  waits: boolean;
};

export function ContinueToApp({ path, destination, waits }: ContinueToAppProps) {
  useEffect(() => {
    if (!waits) location.replace(path);
  }, [path, waits]);
  return (
    <div className="grid justify-items-start gap-4">
      {waits ? null : (
        <noscript>
          <meta httpEquiv="refresh" content={`0;url=${path}`} />
        </noscript>
      )}
      <h1>Sign in to {destination}</h1>
      {waits ? null : <p role="status">One moment…</p>}
      <a href={path} className={buttonClasses('primary')}>
        Continue
      </a>
    </div>
  );
}
