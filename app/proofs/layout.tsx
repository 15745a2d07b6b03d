import type { ReactNode } from 'react';
import { SiteFooter } from '@/components/site-footer';
import { Wordmark } from '@/components/wordmark';
import './print.css';

/** A sheet of paper that anybody may look at. It says nothing of who looks, signed in or not. */
export default function ProofsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="px-4 py-4">
        <Wordmark />
      </header>
      <main className="mx-auto w-full max-w-[680px] flex-1 px-4 pt-4 pb-12 wide:pt-8">{children}</main>
      <SiteFooter />
    </>
  );
}
