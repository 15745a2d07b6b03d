import type { ReactNode } from 'react';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { Wordmark } from '@/components/wordmark';
import { readViewer } from '@/lib/auth/session/viewer';
import './print.css';

/** A sheet of paper that anybody may look at. It names nobody who looks; somebody signed in finds their way back. */
export default async function ProofsLayout({ children }: { children: ReactNode }) {
  const { signedIn } = await readViewer();
  return (
    <>
      <header className="flex h-14 items-center justify-between px-4">
        <Wordmark />
        {signedIn ? (
          <a href="/wallets" className="inline-flex min-h-11 items-center print:hidden">
            Your wallets
          </a>
        ) : null}
      </header>
      <main className="mx-auto w-full max-w-[680px] flex-1 px-4 pt-4 pb-12 wide:pt-8">{children}</main>
      <footer className="flex justify-center px-4 pb-4 print:hidden">
        <ThemeSwitch />
      </footer>
    </>
  );
}
