import type { Metadata } from 'next';
import { EventFacts, EventSentence, findRemedy, type Remedy } from '@/app/(signed-in)/activity/event-row';
import { buttonClasses } from '@/components/ui/button';
import { ButtonForm } from '@/components/ui/button-form';
import { FocusOutcome } from '@/components/ui/focus-outcome';
import { Notice } from '@/components/ui/notice';
import { PageLink } from '@/components/ui/page-link';
import { type ActivityEvent, notMePathOf, readEvent, readEventId } from '@/lib/activity/activity';
import { listGrants } from '@/lib/apps/grants';
import { readSecurity } from '@/lib/auth/account/read-security';
import { environment } from '@/lib/env';
import { readParam, type SearchParams } from '@/lib/search-params';
import { redirectOnRefusal } from '@/lib/session/require-live-session';
import { requireViewer } from '@/lib/session/viewer';
import { endOtherSessionsAction } from './actions';

export const metadata: Metadata = { title: "This wasn't me" };

/** Notices link here for users who don't recognize the change, and each event for what ends it. */
export default async function NotMePage({ searchParams }: { searchParams: SearchParams }) {
  const entry = readEventId(await readParam(searchParams, 'entry'));
  const path = notMePathOf(entry);
  const viewer = await requireViewer(path);
  const done = await readParam(searchParams, 'done');
  const isDone = done === '1';
  const [read, granted, event] = await Promise.all([
    readSecurity(viewer),
    listGrants(viewer, 0),
    entry === undefined ? null : readEvent(viewer, entry, path),
  ]);
  // A session without its second factor stays: pressing the button leads to the page for the code.
  if (!granted.ok && granted.code === 'auth.signed_out') redirectOnRefusal(granted.code, path);
  const hasApps = granted.ok && granted.total > 0;
  const { branding, hasDeveloperApps } = environment();
  const hasPassword = !read.ok || read.security.signInMethods.hasPassword;
  const remedy =
    event && findRemedy(event, { hasPassword, hasDeveloperApps, supportUrl: branding.supportUrl });
  const choosesPassword = hasPassword && !remedy?.href;
  const hasPasskeys = read.ok && read.security.passkeys.length > 0;
  return (
    <div className="grid max-w-form gap-6">
      <h1>This wasn't me</h1>
      {isDone || (done === 'session' && event?.hasSessionEnded) ? (
        <>
          <Notice title={isDone ? 'Every other session has ended.' : 'That session has ended.'}>
            {isDone ? 'They' : 'It'} no longer {isDone ? 'have' : 'has'} access, and pages open there close
            within the hour.
          </Notice>
          <FocusOutcome />
        </>
      ) : null}
      {event ? <Entry event={event} remedy={remedy} sessionId={viewer.sessionId} /> : null}
      {isDone ? (
        <>
          <p>
            {choosesPassword
              ? 'If someone may know your password, choose a new one now. Then review'
              : 'Review'}{' '}
            your activity, and undo what you didn't do.
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
            {choosesPassword ? (
              <a href="/security#password" className={buttonClasses('primary')}>
                Choose a new password
              </a>
            ) : null}
            <PageLink href="/activity" className={buttonClasses('secondary')}>
              See the activity
            </PageLink>
          </div>
        </>
      ) : (
        <>
          <p>
            {event
              ? 'Someone else may still be signed in to your account, so also end every other session.'
              : "If you don't recognize something on your account, someone else may be signed in to it. First end every other session."}{' '}
            We'll ask you to confirm it's you.
          </p>
          {hasPasskeys ? (
            <p>
              Then remove passkeys you don't know, in <a href="/security#passkeys">Security</a>: ending
              sessions doesn't remove them.
            </p>
          ) : null}
          <ButtonForm
            action={endOtherSessionsAction}
            values={event ? { entry: String(event.id) } : {}}
            variant={event ? 'secondary' : 'primary'}
            formClassName="grid justify-items-start gap-4"
            label="End every other session"
            pendingLabel="Ending…"
          />
        </>
      )}
    </div>
  );
}

type EntryProps = { event: ActivityEvent; remedy: Remedy | null; sessionId: string };

function Entry({ event, remedy, sessionId }: EntryProps) {
  const isLive = event.sessionId && event.sessionId !== sessionId && !event.hasSessionEnded;
  return (
    <section className="grid justify-items-start gap-4">
      <div className="w-full border-y border-hairline pt-3 pb-1">
        <h2 className="mb-2 text-base font-semibold">
          <EventSentence event={event} />
        </h2>
        <EventFacts event={event} sessionId={sessionId} />
      </div>
      {isLive ? (
        // First, because that session could undo what follows.
        <ButtonForm
          action={endOtherSessionsAction}
          values={{ sessionId: event.sessionId ?? '', entry: String(event.id) }}
          variant="primary"
          label="End the session that did it"
          pendingLabel="Ending…"
        />
      ) : null}
      {remedy ? (
        <>
          <p>{remedy.advice}</p>
          {remedy.href ? (
            <a href={remedy.href} className={buttonClasses(isLive ? 'secondary' : 'primary')}>
              {remedy.label}
            </a>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
