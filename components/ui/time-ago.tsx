'use client';

import { dayInMilliseconds, formatAgo } from '@/lib/format-ago';
import { formatTime, writeClock } from '@/lib/format-time';
import { useZone } from './local-time';

/** Relative and absolute time, like `2 hours ago, 14:05`, with the date from one day on. `now` is the server's time. */
export function TimeAgo({ at, now }: { at: string; now: string }) {
  const zone = useZone();
  return (
    <time dateTime={at} title={formatTime(at, zone)}>
      {formatAgo(at, now)}, {(isLessThanADay(at, now) ? writeClock : formatTime)(at, zone)}
    </time>
  );
}

/** The time for lists grouped by day: `14:05`, with the relative time if less than a day ago. */
export function TimeOfDay({ at, now }: { at: string; now: string }) {
  const zone = useZone();
  const clock = writeClock(at, zone);
  return (
    <time dateTime={at} title={formatTime(at, zone)}>
      {isLessThanADay(at, now) ? `${formatAgo(at, now)}, ${clock}` : clock}
    </time>
  );
}

function isLessThanADay(at: string, now: string): boolean {
  return Date.parse(now) - Date.parse(at) < dayInMilliseconds;
}
