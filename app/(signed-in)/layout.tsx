import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { nameViewer } from '@/lib/auth/account/account-name';
import { claimPasskeyOffer } from '@/lib/auth/account/passkeys';
import { readAccountNote } from '@/lib/auth/sign-in/sign-in-cookies';
import { homePath } from '@/lib/http/safe-redirect';
import { hashAccount, requireViewer, secondsUntilExpiry, type Viewer } from '@/lib/session/viewer';
import { readSiteBrand } from '@/lib/site-brand';
import { SignedInFrame } from './signed-in-frame';

/** For search engines and link previews, which never see these pages. */
export const metadata: Metadata = { description: null };

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const viewer = await requireViewer(homePath);
  const [name, note, offersPasskey] = await Promise.all([
    nameViewer(viewer),
    writeAccountNote(viewer),
    // Offered on the page after sign-in. Rendered with the page, so that nothing moves.
    claimPasskeyOffer(),
  ]);
  return (
    <SignedInFrame
      account={hashAccount(viewer.id)}
      secondsUntilExpiry={secondsUntilExpiry(viewer)}
      brand={readSiteBrand()}
      {...{ name, note, offersPasskey }}
    >
      {children}
    </SignedInFrame>
  );
}

/** Tells a new user which email their account has, and a user who signed up with a known email that the account existed. */
async function writeAccountNote({ id, email }: Viewer): Promise<ReactNode> {
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
