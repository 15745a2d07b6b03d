import { PageLink } from '@/components/ui/page-link';
import { type ActivityFilter, activityFilters, activityPath } from '@/lib/activity/list-activity';

const labels: Record<ActivityFilter, string> = {
  all: 'All',
  'sign-ins': 'Sign-ins',
  wallets: 'Wallets',
  apps: 'Apps',
  security: 'Security',
};

/** Plain links, each to its newest page. */
export function FilterLinks({ current }: { current: ActivityFilter }) {
  return (
    <nav aria-label="Show" className="mb-4 flex flex-wrap wide:gap-x-1">
      {activityFilters.map((filter) => (
        <PageLink
          key={filter}
          href={activityPath(filter)}
          aria-current={filter === current ? 'true' : undefined}
          className="-ml-px inline-flex min-h-11 items-center rounded-control border border-transparent px-2 text-muted wide:px-3 no-underline hover:text-ink aria-[current]:border-edge aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {labels[filter]}
        </PageLink>
      ))}
    </nav>
  );
}
