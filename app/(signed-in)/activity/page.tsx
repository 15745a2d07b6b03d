import type { Metadata } from 'next';
import Link from 'next/link';
import { EmptyState } from '@/components/ui/empty-state';
import { listActivity } from '@/lib/activity/list-activity';
import { requireViewer } from '@/lib/auth/session/viewer';
import { environment } from '@/lib/env';
import { notMePath } from '@/lib/mail/not-me-path';
import { readParam, type SearchParams } from '@/lib/search-params';
import { EventRow } from './event-row';

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage({ searchParams }: { searchParams: SearchParams }) {
  const viewer = await requireViewer('/activity');
  const before = readEventId(await readParam(searchParams, 'before'));
  const { events, older } = await listActivity(before);
  return (
    <>
      <h1>Activity</h1>
      <p className="mt-1 mb-6 text-muted">
        What happened on your account. Nothing here can be changed. {describeNotices(viewer.email !== '')}
      </p>
      {events.length > 0 ? (
        <ol className="divide-y divide-hairline border-y border-hairline">
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      ) : before === undefined ? (
        <EmptyState sentence="Nothing has happened yet. Sign-ins, changes and what you do with your wallets are listed here.">
          <Link href="/wallets">Go to your wallets</Link>
        </EmptyState>
      ) : (
        <EmptyState sentence="There is nothing older." />
      )}
      {events.length > 0 ? (
        <p className="mt-2 text-muted">
          Something here that you didn't do?{' '}
          <Link href={notMePath} className="tappable">
            This wasn't me
          </Link>
        </p>
      ) : null}
      <nav aria-label="Pages" className="mt-2 flex gap-6">
        {before === undefined ? null : (
          <Link href="/activity" className="inline-flex min-h-11 items-center">
            Newest
          </Link>
        )}
        {older === null ? null : (
          <Link href={`/activity?before=${older}`} className="inline-flex min-h-11 items-center">
            Older
          </Link>
        )}
      </nav>
    </>
  );
}

function describeNotices(hasEmail: boolean): string {
  if (!environment().smtpUrl) return 'This site sends no mail about it: notices are off.';
  if (!hasEmail) return 'No mail tells you of it: your account has no email address.';
  return 'What matters is told by mail as well.';
}

/** Anything but the id of an event is ignored, so that a mangled link shows the newest. */
function readEventId(before: string | undefined): number | undefined {
  return before && /^[1-9]\d{0,14}$/.test(before) ? Number(before) : undefined;
}
