import type { ReactNode } from 'react';
import { SiteFooter } from '@/components/site-footer';
import { Wordmark } from '@/components/wordmark';
import { SignOutForm } from '../sign-out-form';
import { isOver } from './is-over';

/** Where a page has something beside its column. */
const besides =
  'min-[960px]:[body:has([data-intro])_&]:max-w-[calc(var(--form)+72px+var(--notes)+2*var(--gutter))]';

/** One column on bare paper. */
export default async function SignedOutLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={`in-form flex h-14 items-center justify-between ${besides}`}>
        <Wordmark />
        {(await isOver()) ? null : <SignOutForm />}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={`in-form tall-controls flex-1 pt-8 pb-12 outline-none wide:pt-16 ${besides}`}
      >
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
