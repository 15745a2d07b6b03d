'use client';

import type { ReactNode } from 'react';
import { useZone } from '@/components/ui/local-time';
import type { RenderedAt } from '@/lib/format-ago';
import { writeDate, type Zone } from '@/lib/format-time';

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

/** Fields for days in the browser's time zone; in UTC until scripts run, and if the shown days are (`isUtc`). */
export function DayFields({
  from,
  to,
  isUtc,
}: {
  from?: string | undefined;
  to?: string | undefined;
  isUtc: boolean;
}) {
  const zone = useZone();
  return (
    <>
      {zone === 'local' ? (
        <input type="hidden" name="zone" value={Intl.DateTimeFormat().resolvedOptions().timeZone} />
      ) : null}
      {Object.entries({ From: from, To: to }).map(([label, value]) => (
        <label key={label} className="min-w-36 flex-1">
          <span className="mb-1.5 block text-small font-medium">
            {label}
            {zone === 'utc' || isUtc ? ' (UTC)' : ''}
          </span>
          <input type="date" name={label.toLowerCase()} defaultValue={value} className="text-field" />
        </label>
      ))}
    </>
  );
}

/** @param at ISO 8601. */
type DatedRow = { at: string };

/** By `Today`, `Yesterday` or date. The first two mention UTC if they are days of UTC, which may differ from the reader's. */
export function groupByDay<Row extends DatedRow>(
  rows: Row[],
  now: RenderedAt,
  zone: Zone,
): { day: string; rows: Row[] }[] {
  const nameDay = dayNames(now, zone);
  const groups: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = nameDay(writeDate(row.at, zone));
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}

function dayNames(now: RenderedAt, zone: Zone): (date: string) => string {
  const today = writeDate(now, zone);
  const yesterday = writeDate(noonBefore(new Date(now), zone).toISOString(), zone);
  const suffix = zone === 'utc' ? ' (UTC)' : '';
  return (date) => (date === today ? `Today${suffix}` : date === yesterday ? `Yesterday${suffix}` : date);
}

/** Counts calendar days, since a night may have an hour more or less. */
function noonBefore(time: Date, zone: Zone): Date {
  return zone === 'utc'
    ? new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() - 1, 12))
    : new Date(time.getFullYear(), time.getMonth(), time.getDate() - 1, 12);
}
