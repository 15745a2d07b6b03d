import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { PageLink } from '@/components/ui/page-link';
import {
  type ActivityEvent,
  type ActivityFilter,
  activityFilters,
  activityPath,
  listActivity,
  readAccountStart,
} from '@/lib/activity/list-activity';
import { environment } from '@/lib/env';
import { notMePath } from '@/lib/mail/event-words';
import { readParam, type SearchParams } from '@/lib/search-params';
import { requireViewer } from '@/lib/session/viewer';
import { DayGroups } from './day-groups';
import { EventRow } from './event-row';

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage({ searchParams }: { searchParams: SearchParams }) {
  const before = readEventId(await readParam(searchParams, 'before'));
  const filter = readFilter(await readParam(searchParams, 'show'));
  const viewer = await requireViewer(activityPath(filter, before));
  const [{ events: recorded, older }, startedAt] = await Promise.all([
    listActivity(before, filter),
    filter === 'all' || filter === 'security' ? readAccountStart(viewer) : null,
  ]);
  const isLastPage = older === null && (recorded.length > 0 || before === undefined);
  const events = isLastPage && startedAt ? [...recorded, describeStart(startedAt)] : recorded;
  const now = new Date().toISOString();
  return (
    <>
      <h1>Activity</h1>
      <p className="mt-1 mb-4 text-muted">
        What happened on your account. This record can't be changed. {describeNotices(viewer.email !== '')}
      </p>
      <FilterLinks current={filter} />
      {events.length > 0 ? (
        <DayGroups
          now={now}
          rows={events.map((event) => ({
            id: event.id,
            at: event.createdAt,
            row: <EventRow key={event.id} event={event} now={now} />,
          }))}
        />
      ) : before === undefined ? (
        <NothingYet filter={filter} />
      ) : (
        <EmptyState sentence="There is nothing older." />
      )}
      {events.length > 0 ? (
        <p className="mt-2 text-muted">
          See something you didn't do?{' '}
          <PageLink href={notMePath} className="tappable">
            This wasn't me
          </PageLink>
        </p>
      ) : null}
      <nav aria-label="Pages" className="mt-2 flex gap-6">
        {before === undefined ? null : (
          <PageLink href={activityPath(filter)} className="inline-flex min-h-control items-center">
            Newest
          </PageLink>
        )}
        {older === null ? null : (
          <PageLink href={activityPath(filter, older)} className="inline-flex min-h-control items-center">
            Older
          </PageLink>
        )}
      </nav>
    </>
  );
}

function describeStart(createdAt: string): ActivityEvent {
  return { id: 0, kind: 'account_created', address: null, label: null, details: {}, device: null, createdAt };
}

const nothingYet: Record<ActivityFilter, string> = {
  all: 'Nothing has happened yet. Sign-ins, changes and what you do with your wallets are listed here.',
  'sign-ins': 'No sign-ins yet. Every sign-in is listed here, including failed ones.',
  wallets: 'Nothing about wallets yet. What you prove, share and remove is listed here.',
  apps: 'Nothing about apps yet. Access that you give to apps, and when it ends, is listed here.',
  security: 'No changes to your account or its security yet.',
};

function NothingYet({ filter }: { filter: ActivityFilter }) {
  return (
    <EmptyState sentence={nothingYet[filter]}>
      {filter === 'all' || filter === 'wallets' ? (
        <PageLink href="/wallets">Go to your wallets</PageLink>
      ) : (
        <PageLink href="/activity">Show all activity</PageLink>
      )}
    </EmptyState>
  );
}

function describeNotices(hasEmail: boolean): string {
  if (!environment().smtpUrl) return 'This site sends no emails about it: notices are off.';
  if (!hasEmail) return 'You get no emails about it: your account has no address.';
  return 'We also email you about important changes.';
}

/** Ignores anything but an event's ID, so that a broken link shows the newest events. */
function readEventId(before: string | undefined): number | undefined {
  return before && /^[1-9]\d{0,14}$/.test(before) ? Number(before) : undefined;
}

function readFilter(show: string | undefined): ActivityFilter {
  return activityFilters.find((filter) => filter === show) ?? 'all';
}

const labels: Record<ActivityFilter, string> = {
  all: 'All',
  'sign-ins': 'Sign-ins',
  wallets: 'Wallets',
  apps: 'Apps',
  security: 'Security',
};

function FilterLinks({ current }: { current: ActivityFilter }) {
  return (
    <nav aria-label="Show" className="mb-4 flex flex-wrap wide:gap-x-1">
      {activityFilters.map((filter) => (
        <PageLink
          key={filter}
          href={activityPath(filter)}
          aria-current={filter === current ? 'true' : undefined}
          className="-ml-px inline-flex min-h-control items-center rounded-control border border-transparent px-2 text-muted wide:px-3 no-underline hover:text-ink aria-[current]:border-edge aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {labels[filter]}
        </PageLink>
      ))}
    </nav>
  );
}

function EmptyState({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 border-y border-hairline py-8">
      <p>{sentence}</p>
      {children}
    </div>
  );
}
