import type { ReactNode } from 'react';
import { SignOutForm } from '@/app/sign-out-form';
import { RestoredPage } from '@/components/session/restored-page';
import { SiteFooter, Wordmark } from '@/components/ui/site-frame';
import { readViewer } from '@/lib/session/viewer';
import { readSiteBrand } from '@/lib/site-brand';
import { hasSessionEnded } from './signed-in-visitor';

export default async function SignedOutLayout({ children }: { children: ReactNode }) {
  const brand = readSiteBrand();
  const { signedIn } = await readViewer();
  return (
    <>
      <header className="in-form flex h-14 items-center justify-between">
        <Wordmark brand={brand} />
        {signedIn && !(await hasSessionEnded()) ? <SignOutForm /> : null}
      </header>
      <main
        id="content"
        tabIndex={-1}
        // Short windows keep the footer with the theme switch in view.
        className="in-form relative tall-controls flex-1 pt-8 pb-12 outline-none wide:pt-16 wide:[@media(height<=860px)]:pt-8 wide:[@media(height<=860px)]:pb-6"
      >
        {children}
      </main>
      <SiteFooter brand={brand} />
      <RestoredPage />
    </>
  );
}
