import type { ReactNode } from 'react';
import { SessionGuard } from '@/components/session/session-guard';
import { SiteFooter } from '@/components/site-footer';
import { LazyToaster } from '@/components/ui/lazy-toaster';
import { Wordmark } from '@/components/wordmark';
import { nameViewer } from '@/lib/auth/account/name-viewer';
import { takePasskeyOffer } from '@/lib/auth/account/passkey-offer';
import { homePath } from '@/lib/flow/safe-redirect';
import { hashAccount } from '@/lib/session/hash-account';
import { requireViewer, secondsUntilExpiry } from '@/lib/session/viewer';
import { SignOutForm } from '../sign-out-form';
import { LazyConfirmDialog } from './lazy-confirm-dialog';
import { Navigation } from './navigation';
import { PasskeyPlace } from './passkey-offer/passkey-place';
import { publishWalletAction } from './wallets/actions';

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const viewer = await requireViewer(homePath);
  return (
    <>
      <SessionGuard account={hashAccount(viewer.id)} />
      <header data-session-seconds={secondsUntilExpiry(viewer)} className="border-b border-hairline">
        <div className="mx-auto flex h-14 max-w-[720px] items-center gap-6 px-4 min-[1040px]:mr-[calc(50%-520px)] min-[1040px]:ml-[calc(50%-360px)] min-[1040px]:max-w-none">
          <Wordmark />
          <Navigation />
          <div className="ml-auto flex min-w-0 items-center gap-2 wide:min-w-18 wide:shrink-[9999] min-[720px]:min-w-36">
            <span className="hidden truncate text-small text-muted min-[720px]:block">
              {await nameViewer(viewer)}
            </span>
            <SignOutForm />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[720px] flex-1 px-4 py-8 outline-none">
        <PasskeyOffer />
        {children}
      </main>
      <SiteFooter clear />
      <LazyToaster undoes={[publishWalletAction]} />
      <LazyConfirmDialog />
    </>
  );
}

/** The offer of a passkey, on the page that someone lands on. Drawn with the page, so that nothing moves. */
async function PasskeyOffer() {
  return <PasskeyPlace isOffered={await takePasskeyOffer()} />;
}
