import type { ReactNode } from 'react';
import { SiteFooter } from '@/components/site-footer';
import { Wordmark } from '@/components/wordmark';
import './print.css';

/** A sheet of paper that anybody may look at. It says nothing of who looks, signed in or not. */
export default function ProofsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="mx-auto flex h-14 w-full max-w-[680px] items-center px-4">
        <Wordmark />
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
