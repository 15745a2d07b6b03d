'use client';

import type { ReactNode } from 'react';
import { useZone } from '@/components/local-time';
import { type DatedRow, groupByDay } from './group-by-day';

type DayGroupsProps = {
  /** Newest first; each row is a list item. */
  rows: (DatedRow & { row: ReactNode })[];
  /** When the page was made, ISO 8601, by the server's clock. */
  now: string;
};

/** The rows under the day of each. Days are those of the reader's clock; until their browser is known, those of UTC. */
export function DayGroups({ rows, now }: DayGroupsProps) {
  const zone = useZone();
  return groupByDay(rows, now, zone).map(({ day, rows: ofDay }) => (
    <section key={day} aria-label={day} className="mb-6">
      <h2 className="mb-1">{day}</h2>
      <ol className="divide-y divide-hairline border-y border-hairline">{ofDay.map(({ row }) => row)}</ol>
    </section>
  ));
}
