import type { ReactNode } from 'react';
import { LazyConfirmDialog } from '@/app/(signed-in)/lazy-confirm-dialog';
import { SignOutForm } from '@/app/sign-out-form';
import { SessionGuard } from '@/components/session/session-guard';
import { LazyToaster } from '@/components/ui/lazy-toaster';
import { SiteFooter, Wordmark } from '@/components/ui/site-frame';
import { hashAccount, readViewer, secondsUntilExpiry } from '@/lib/session/viewer';
import { readSiteBrand } from '@/lib/site-brand';

type ConnectColumnProps = {
  /** The action of `Sign out`, if it isn't the site's own path. */
  signOutPath?: string;
  children: ReactNode;
};

export async function ConnectColumn({ signOutPath, children }: ConnectColumnProps) {
  const check = await readViewer();
  const brand = readSiteBrand();
  return (
    <>
      {check.signedIn ? <SessionGuard account={hashAccount(check.viewer.id)} /> : null}
      <header
        data-session-seconds={check.signedIn ? secondsUntilExpiry(check.viewer) : undefined}
        className="in-form flex h-14 items-center justify-between"
      >
        <Wordmark brand={brand} />
        {check.signedIn ? <SignOutForm {...(signOutPath && { path: signOutPath })} /> : null}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="in-form tall-controls flex-1 pt-6 pb-12 outline-none wide:pt-12"
      >
        {children}
      </main>
      <SiteFooter brand={brand} />
      <div className="[--toasts-below:6px]">
        <LazyToaster />
      </div>
      <LazyConfirmDialog />
    </>
  );
}
