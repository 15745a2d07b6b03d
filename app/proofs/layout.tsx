import type { ReactNode } from 'react';
import { SiteFooter } from '@/components/site-footer';
import { Wordmark } from '@/components/wordmark';
import { readViewer } from '@/lib/session/viewer';
import './print.css';

/** A sheet of paper that anyone may look at. It names nobody who looks; someone signed in finds their way back. */
export default async function ProofsLayout({ children }: { children: ReactNode }) {
  const { signedIn } = await readViewer();
  return (
    <>
      <header className="mx-auto flex h-14 w-full max-w-[680px] items-center justify-between px-4">
        <Wordmark />
        {signedIn ? (
          <a href="/wallets" className="inline-flex min-h-11 items-center print:hidden">
            Your wallets
          </a>
        ) : null}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-[680px] flex-1 px-4 pt-4 pb-12 outline-none wide:pt-8"
      >
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
