'use client';

import { useEffect } from 'react';
import { Button } from './button';

const checkEveryMilliseconds = 3000;

export function ReloadWhenReady() {
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await fetch('/api/ready', { cache: 'no-store' }).catch(() => null);
      if (answer?.ok) location.reload();
    }, checkEveryMilliseconds);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <Button onClick={() => location.reload()}>Try now</Button>
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
    </>
  );
}
