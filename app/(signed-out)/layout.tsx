import type { ReactNode } from 'react';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { Wordmark } from '@/components/wordmark';
import { SignOutForm } from '../sign-out-form';

/** One column on bare paper. */
export default function SignedOutLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="flex h-14 items-center justify-between px-4">
        <Wordmark />
        <SignOutForm />
      </header>
      <main className="mx-auto w-full max-w-[432px] flex-1 px-4 pt-8 pb-12 wide:pt-16">{children}</main>
      <footer className="flex justify-center px-4 pb-4">
        <ThemeSwitch />
      </footer>
    </>
  );
}
