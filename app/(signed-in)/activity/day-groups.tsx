'use client';

import type { ReactNode } from 'react';
import { useZone } from '@/components/local-time';
import { type DatedRow, groupByDay } from './group-by-day';

type DayGroupsProps = {
  /** Newest first; each row is a list item. */
  rows: (DatedRow & { id: number; row: ReactNode })[];
  /** When the page was made, ISO 8601, by the server's clock. */
  now: string;
};

/** The rows under the day of each. Days are those of the reader's clock; until their browser is known, those of UTC. */
export function DayGroups({ rows, now }: DayGroupsProps) {
  const zone = useZone();
  return groupByDay(rows, now, zone).map(({ day, rows: ofDay }) => {
    // A day can come twice, where rows around midnight are not in the order of their times.
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
