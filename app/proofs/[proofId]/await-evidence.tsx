'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Servers' clocks may differ by seconds, and waiting pages shouldn't all ask at once. */
const spreadMilliseconds = 3000;
const askAgainMilliseconds = 15_000;

/** Asks when the evidence is due, then every 15 seconds. Without scripts, a link does the same. */
export function AwaitEvidence({
  proofId,
  dueInMilliseconds,
}: {
  proofId: string;
  dueInMilliseconds: number;
}) {
  const router = useRouter();
  useEffect(() => {
    const ask = async () => {
      timer = setTimeout(ask, askAgainMilliseconds);
      // If the page can't be read again, it stays unchanged.
      if (await isWorthReading(proofId)) router.refresh();
    };
    let timer = setTimeout(ask, dueInMilliseconds + Math.random() * spreadMilliseconds);
    return () => clearTimeout(timer);
  }, [router, proofId, dueInMilliseconds]);
  return (
    <>
      <p className="text-small text-muted no-js:hidden print:hidden">This page updates automatically.</p>
      <a href={`/proofs/${proofId}`} className="control-link print:hidden">
        Reload the page
      </a>
    </>
  );
}

async function isWorthReading(proofId: string): Promise<boolean> {
  const answer = await fetch(`/api/v1/proofs/${proofId}`, { cache: 'no-store', credentials: 'omit' }).catch(
    () => null,
  );
  if (!answer || answer.status >= 500) return false;
  const json = await answer.text().catch(() => null);
  return json !== null && !json.includes('"evidenceAt"');
}
