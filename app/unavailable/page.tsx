import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Problem } from '@/components/ui/problem';
import { ReloadWhenReady } from '@/components/ui/reload-when-ready';
import { SiteFooter, Wordmark } from '@/components/ui/site-frame';
import { homePath } from '@/lib/http/safe-redirect';
import { describeError } from '@/lib/result';
import { readViewer } from '@/lib/session/viewer';
import { readSiteBrand } from '@/lib/site-brand';

export const metadata: Metadata = { title: 'One moment' };

/** Replaces a page, at its own URL, while the session can't be checked. */
export default async function UnavailablePage() {
  const check = await readViewer();
  if (check.signedIn || check.reason === 'signed-out') redirect(homePath);
  return <BackendUnavailable />;
}

function BackendUnavailable() {
  const brand = readSiteBrand();
  return (
    <>
      <main id="content" tabIndex={-1} className="in-form grid flex-1 content-start gap-6 pt-16 outline-none">
        <div>
          <Wordmark brand={brand} />
        </div>
        <h1>One moment</h1>
        <Problem problem={describeError('session.unavailable')} />
        <ReloadWhenReady />
      </main>
      <SiteFooter brand={brand} />
    </>
  );
}
