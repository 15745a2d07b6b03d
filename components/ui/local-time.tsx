'use client';

import { useSyncExternalStore } from 'react';
import { formatTime, writeDate, type Zone } from '@/lib/format-time';

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
