'use client';

import { usePathname } from 'next/navigation';
import { lazy, type ReactNode, useState } from 'react';
import { SignOutForm } from '@/app/sign-out-form';
import { SessionGuard } from '@/components/session/session-guard';
import { LazyToaster } from '@/components/ui/lazy-toaster';
import { SiteFooter, Wordmark } from '@/components/ui/site-frame';
import type { SiteBrand } from '@/lib/site-brand';
import { LazyConfirmDialog } from './lazy-confirm-dialog';
import { Navigation } from './navigation';
import { publishWalletAction } from './wallets/actions';

type SignedInFrameProps = {
  account: string;
  secondsUntilExpiry: number;
  name: string;
  brand: SiteBrand;
  offersPasskey: boolean;
  note: ReactNode;
  children: ReactNode;
};

/** Rendered in the browser too, because the markup of a server component would be in every page twice. */
export function SignedInFrame(props: SignedInFrameProps) {
  const { brand } = props;
  return (
    <>
      <SessionGuard account={props.account} />
      <header data-session-seconds={props.secondsUntilExpiry} className="border-b border-hairline">
        <div className="in-frame places-bar">
          <Wordmark brand={brand} />
          <Navigation />
          <div>
            <span className="hidden truncate text-small text-muted min-[860px]:block">{props.name}</span>
            <SignOutForm />
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="in-frame page-column flex-1 pt-6 pb-8 outline-none wide:py-10"
      >
        {props.note}
        <PasskeyPlace isOffered={props.offersPasskey} />
        {props.children}
      </main>
      <SiteFooter brand={brand} as="in-frame above-places" />
      <LazyToaster undoes={[publishWalletAction]} />
      <LazyConfirmDialog />
    </>
  );
}

/** Loaded separately, since users see it once a month at most. */
const PasskeyCard = lazy(() =>
  import('./passkey-offer/passkey-card').then((file) => ({ default: file.PasskeyCard })),
);

/** Never adds the card later: an action that sets a cookie renders the page again, with the offer already marked as shown. */
function PasskeyPlace({ isOffered }: { isOffered: boolean }) {
  const [beganWithIt] = useState(isOffered);
  const isOnSecurity = usePathname() === '/security';
  return beganWithIt ? (
    <div hidden={isOnSecurity}>
      <PasskeyCard />
    </div>
  ) : null;
}
