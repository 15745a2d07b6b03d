import type { ReactNode } from 'react';
import { SignOutForm } from '@/app/sign-out-form';
import { SessionGuard } from '@/components/session/session-guard';
import { LazyToaster } from '@/components/ui/lazy-toaster';
import { SiteFooter, Wordmark } from '@/components/ui/site-frame';
import { nameViewer } from '@/lib/auth/account/account-name';
import { claimPasskeyOffer } from '@/lib/auth/account/passkeys';
import { readAccountNote } from '@/lib/auth/sign-in/sign-in-cookies';
import { homePath } from '@/lib/http/safe-redirect';
import { hashAccount, requireViewer, secondsUntilExpiry, type Viewer } from '@/lib/session/viewer';
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
        <div className="in-frame flex h-14 items-center gap-7.5">
          <Wordmark />
          <Navigation />
          <div className="ml-auto flex min-w-0 items-center gap-1.5 max-wide:shrink-0">
            <span className="hidden truncate text-small text-muted min-[860px]:block">
              {await nameViewer(viewer)}
            </span>
            <SignOutForm />
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="in-frame page-column flex-1 pt-6 pb-8 outline-none wide:py-10"
      >
        <AccountNote viewer={viewer} />
        <PasskeyOffer />
        {children}
      </main>
      <SiteFooter as="in-frame" clear />
      <LazyToaster undoes={[publishWalletAction]} />
      <LazyConfirmDialog />
    </>
  );
}

/** Tells a new user which email their account has, and a user who signed up with a known email that the account existed. */
async function AccountNote({ viewer: { id, email } }: { viewer: Viewer }) {
  const note = await readAccountNote(id);
  if (!note) return null;
  const address = <span className="font-semibold text-ink [overflow-wrap:anywhere]">{email}</span>;
  return (
    <form method="post" action="/sign-out" className="-mt-3 mb-3 text-small text-muted wide:-mt-6">
      {note === 'known' ? (
        <p>{address} already had an account. Its password hasn't changed.</p>
      ) : (
        <p>
          New account for {address}. Not yours?{' '}
          <button type="submit" className="tappable underline">
            Use another email
          </button>
        </p>
      )}
    </form>
  );
}

/** Offers a passkey on the page after sign-in. Rendered with the page, so that nothing moves. */
async function PasskeyOffer() {
  return <PasskeyPlace isOffered={await claimPasskeyOffer()} />;
}
