import type { ReactNode } from 'react';
import { SiteFooter } from '@/components/site-footer';
import { Wordmark } from '@/components/wordmark';
import { SignOutForm } from '../sign-out-form';
import { isOver } from './is-over';

/** Where a page has something beside its column. */
const besides = 'min-[960px]:[body:has([data-intro])_&]:max-w-[896px]';

/** One column on bare paper. */
export default async function SignedOutLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header
        className={`mx-auto flex h-14 w-full max-w-[432px] items-center justify-between px-4 ${besides}`}
      >
        <Wordmark />
        {(await isOver()) ? null : <SignOutForm />}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={`mx-auto w-full max-w-[432px] flex-1 px-4 pt-8 pb-12 outline-none wide:pt-16 ${besides}`}
      >
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
