'use client';

import { useSyncExternalStore } from 'react';
import { formatAgo } from '@/lib/format-ago';
import { formatTime, writeClock, writeDate, type Zone } from '@/lib/format-time';

const never = () => () => undefined;

/** Whose clock a page is written by: the reader's own, once their browser is known; until then, and without JavaScript, UTC. */
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
};

/** A time by the reader's own clock, like `20 Nov 2026, 14:05`, or its day alone. In UTC it says so. */
export function LocalTime({ at, isDay = false }: LocalTimeProps) {
  const zone = useZone();
  return <time dateTime={at}>{isDay ? writeDate(at, zone) : formatTime(at, zone)}</time>;
}

/** How long ago that was by the server's `now`, and when: `2 hours ago, 14:05`, with its date once it is a day or more. */
export function TimeAgo({ at, now }: { at: string; now: string }) {
  const zone = useZone();
  return (
    <time dateTime={at} title={formatTime(at, zone)}>
      {formatAgo(at, now)}, {(isLessThanADay(at, now) ? writeClock : formatTime)(at, zone)}
    </time>
  );
}

/** The time of what stands under its day: `14:05`, with how long ago that was while it is less than a day. */
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

const dayInMilliseconds = 24 * 60 * 60 * 1000;
