import type { Metadata } from 'next';
import { buttonClasses } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { Notice } from '@/components/ui/note';
import { PageLink } from '@/components/ui/page-link';
import { listGrants } from '@/lib/apps/grants';
import { listPasskeys } from '@/lib/auth/account/passkeys';
import { notMePath } from '@/lib/mail/event-words';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer } from '@/lib/session/viewer';
import { endOtherSessionsAction } from './actions';

export const metadata: Metadata = { title: "This wasn't me" };

/** Notices link here for users who don't recognize the change. */
export default async function NotMePage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await requireViewer(notMePath);
  const isDone = (await readParam(searchParams, 'done')) === '1';
  const [listed, granted] = await Promise.all([listPasskeys(viewer), listGrants(viewer)]);
  // A session without its second factor stays: pressing the button leads to the page for the code.
  if (!granted.ok && granted.code === 'auth.signed_out') redirectOnRefusal(granted.code, notMePath);
  const hasApps = granted.ok && granted.apps.length > 0;
  const hasPasskeys = listed.ok && listed.passkeys.length > 0;
  return (
    <div className="grid gap-6">
      <h1>This wasn't me</h1>
      {isDone ? (
        <>
          <Notice title="Every other session has ended.">
            They no longer have access, and pages open there close within the hour.
          </Notice>
          <FocusOutcome />
          <p>
            If someone may know your password, choose a new one now. Then review your activity, and undo what
            you didn't do.
          </p>
          {hasPasskeys ? (
            <p>
              A passkey can sign in until you remove it.{' '}
              <a href="/security#passkeys">Remove passkeys you don't know</a>.
            </p>
          ) : null}
          {hasApps ? (
            <p>
              Apps keep their access. <a href="/apps">End access of apps you don't know</a>.
            </p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <a href="/security#password" className={buttonClasses('primary')}>
              Choose a new password
            </a>
            <PageLink href="/activity" className={buttonClasses('secondary')}>
              See the activity
            </PageLink>
          </div>
        </>
      ) : (
        <>
          <p>
            If you don't recognize something on your account, someone else may be signed in to it. First end
            every other session. We'll ask you to confirm it's you.
          </p>
          {hasPasskeys ? (
            <p>
              Then remove passkeys you don't know, in <a href="/security#passkeys">Security</a>: ending
              sessions doesn't remove them.
            </p>
          ) : null}
          <ButtonForm
            action={endOtherSessionsAction}
            formClassName="grid justify-items-start gap-4"
            label="End every other session"
            pendingLabel="Ending…"
          />
        </>
      )}
    </div>
  );
}
