import type { ReactNode } from 'react';
import { PersonalPage } from '@/components/session/personal-page';
import { RestoredPage } from '@/components/session/restored-page';
import { buttonClasses } from '@/components/ui/button';
import { SiteFooter, Wordmark } from '@/components/ui/site-frame';
import { readViewer } from '@/lib/session/viewer';
import { readSiteBrand } from '@/lib/site-brand';

/** A public page. Contains no data of its visitor; signed-in users get a link back. */
export default async function ProofsLayout({ children }: { children: ReactNode }) {
  const { signedIn } = await readViewer();
  const brand = readSiteBrand();
  return (
    <>
      <header className="border-b border-hairline print:border-0">
        <div className="in-frame flex h-14 items-center justify-between">
          <Wordmark brand={brand} />
          {signedIn ? (
            <a href="/wallets" className={buttonClasses('quiet', '-mr-2.75 print:hidden')}>
              Your wallets
            </a>
          ) : null}
          {signedIn ? <PersonalPage /> : <RestoredPage />}
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="in-frame page-column flex-1 pt-4 pb-12 outline-none wide:pt-8"
      >
        {children}
      </main>
      <SiteFooter brand={brand} as="in-frame" />
    </>
  );
}
