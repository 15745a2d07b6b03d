import type { Metadata } from 'next';
import { Button } from '@/components/ui/button';
import { PageLink } from '@/components/ui/page-link';
import {
  type ActivityEvent,
  type ActivityFilter,
  type ActivityQuery,
  activityFilters,
  activityPath,
  listActivity,
  readActivityQuery,
  spanOf,
} from '@/lib/activity/activity';
import { environment } from '@/lib/env';
import { notMePath } from '@/lib/mail/event-words';
import type { SearchParams } from '@/lib/search-params';
import { requireViewer } from '@/lib/session/viewer';
import { DayFields, DayGroups } from './day-groups';
import { EventRow } from './event-row';

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await readActivityQuery(searchParams);
  const { show, before } = query;
  const viewer = await requireViewer(activityPath(query));
  const { events: recorded, older, startedAt } = await listActivity(viewer, query);
  const isLastPage = older === null && (recorded.length > 0 || before === undefined);
  const { since = '', until = '~' } = spanOf(query);
  const showsStart = isLastPage && (show === 'all' || show === 'security');
  const hasStart = showsStart && startedAt > since && startedAt < until;
  const events = hasStart ? [...recorded, describeStart(startedAt)] : recorded;
  const now = new Date().toISOString();
  return (
    <>
      <h1>Activity</h1>
      <p className="mt-1 mb-4 text-muted">
        What happened on your account. This record can't be changed. {describeNotices(viewer.email !== '')}
      </p>
      <Filter query={query} />
      {events.length > 0 ? (
        <DayGroups
          now={now}
          rows={events.map((event) => ({
            id: event.id,
            at: event.createdAt,
            row: <EventRow key={event.id} event={event} now={now} sessionId={viewer.sessionId} />,
          }))}
        />
      ) : (
        <Nothing query={query} />
      )}
      {events.length > 0 ? (
        <p className="mt-2 text-muted">
          See something you didn't do? Open it, or{' '}
          <PageLink href={notMePath} className="tappable">
            end every other session
          </PageLink>
          .
        </p>
      ) : null}
      <nav aria-label="Pages" hidden={before === undefined && older === null} className="mt-2 flex gap-6">
        {before === undefined ? null : (
          <PageLink href={activityPath({ ...query, before: undefined })} className="control-link">
            Newest
          </PageLink>
        )}
        {older === null ? null : (
          <PageLink href={activityPath({ ...query, before: older })} className="control-link">
            Older
          </PageLink>
        )}
      </nav>
    </>
  );
}

function describeStart(createdAt: string): ActivityEvent {
  const unknown = { address: null, label: null, device: null, sessionId: null, location: null };
  const none = { details: {}, hasSessionEnded: false, hasWallet: false };
  return { id: 0, kind: 'account_created', ...none, ...unknown, createdAt };
}

const nothingYet: Record<ActivityFilter, string> = {
  all: 'Nothing has happened yet. Sign-ins, changes and what you do with your wallets are listed here.',
  'sign-ins': 'No sign-ins yet. Every sign-in is listed here, including failed ones.',
  wallets: 'Nothing about wallets yet. What you prove, share and remove is listed here.',
  apps: 'Nothing about apps yet. Access that you give to apps, and when it ends, is listed here.',
  security: 'No changes to your account or its security yet.',
};

function Nothing({ query: { show, from, to, before } }: { query: ActivityQuery }) {
  const hasDays = from || to;
  return (
    <div className="grid justify-items-start gap-4 border-y border-hairline py-8">
      <p>{before ? 'There is nothing older.' : hasDays ? 'Nothing on these days.' : nothingYet[show]}</p>
      {hasDays || show !== 'all' ? (
        <PageLink href="/activity">Show all activity</PageLink>
      ) : (
        <PageLink href="/wallets">Go to your wallets</PageLink>
      )}
    </div>
  );
}

function describeNotices(hasEmail: boolean): string {
  if (!environment().smtpUrl) return 'This site sends no emails about it: notices are off.';
  if (!hasEmail) return 'You get no emails about it: your account has no address.';
  return 'We also email you about important changes.';
}

const labels: Record<ActivityFilter, string> = {
  all: 'All',
  'sign-ins': 'Sign-ins',
  wallets: 'Wallets',
  apps: 'Apps',
  security: 'Security',
};

function Filter({ query }: { query: ActivityQuery }) {
  const { show, from, to, zone } = query;
  return (
    <search className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <nav aria-label="Show" className="flex flex-wrap wide:gap-x-1">
        {activityFilters.map((filter) => (
          <PageLink
            key={filter}
            href={activityPath({ ...query, show: filter, before: undefined })}
            aria-current={filter === show ? 'true' : undefined}
            className="-ml-px inline-flex min-h-control items-center rounded-control border border-transparent px-2 text-muted wide:px-3 no-underline hover:text-ink aria-[current]:border-edge aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {labels[filter]}
          </PageLink>
        ))}
      </nav>
      <form action="/activity" className="tall-controls flex flex-wrap items-end gap-2">
        {show === 'all' ? null : <input type="hidden" name="show" value={show} />}
        {/* A link changes the fields too. */}
        <DayFields key={`${from} ${to}`} from={from} to={to} isUtc={Boolean(from || to) && !zone} />
        <Button type="submit">Show</Button>
        {from || to ? (
          <PageLink href={activityPath({ show })} className="control-link">
            Any day
          </PageLink>
        ) : null}
      </form>
    </search>
  );
}
