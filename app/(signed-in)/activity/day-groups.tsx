'use client';

import type { ReactNode } from 'react';
import { useZone } from '@/components/local-time';
import type { RenderedAt } from '@/lib/format-ago';
import { type DatedRow, groupByDay } from './group-by-day';

type DayGroupsProps = {
  /** Newest first; each row is a list item. */
  rows: (DatedRow & { id: number; row: ReactNode })[];
  now: RenderedAt;
};

/** Groups rows by day in the browser's time zone; in UTC until scripts run. */
export function DayGroups({ rows, now }: DayGroupsProps) {
  const zone = useZone();
  return groupByDay(rows, now, zone).map(({ day, rows: ofDay }) => {
    // A day can occur twice, if rows around midnight aren't sorted by time.
    const heading = `day-${ofDay[0]?.id}`;
    return (
      <section key={heading} aria-labelledby={heading} className="mb-6">
        <h2 id={heading} className="mb-1">
          {day}
        </h2>
        <ol className="divide-y divide-hairline border-y border-hairline">{ofDay.map(({ row }) => row)}</ol>
      </section>
    );
  });
}
