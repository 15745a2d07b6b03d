'use client';

import { useSyncExternalStore } from 'react';
import {
  dayInMilliseconds,
  formatAgo,
  formatTime,
  writeClock,
  writeDate,
  type Zone,
} from '@/lib/format-time';

const never = () => () => undefined;

/** The time zone to render in: the browser's after hydration; UTC on the server and without JavaScript. */
export function useZone(): Zone {
  return useSyncExternalStore<Zone>(
    never,
    () => 'local',
    () => 'utc',
  );
}

type LocalTimeProps = {
  at: string;
  isDay?: boolean;
  hasSeconds?: boolean;
};

/** A time in the reader's time zone, like `20 Nov 2026, 14:05`, or only its day. Times in UTC say so. */
export function LocalTime({ at, isDay = false, hasSeconds = false }: LocalTimeProps) {
  const zone = useZone();
  return <time dateTime={at}>{isDay ? writeDate(at, zone) : formatTime(at, zone, hasSeconds)}</time>;
}

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
