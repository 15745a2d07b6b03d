'use client';

import { useSyncExternalStore } from 'react';
import { writeDate, writeTime, type Zone } from '@/lib/write-time';

const never = () => () => undefined;

/**
 * A time by its reader's own clock, like `20 Nov 2026, 14:05`, or its day alone. Until their browser is known it is in
 * UTC, which a time says.
 */
export function LocalTime({ at, isDay = false }: { at: string; isDay?: boolean }) {
  const zone = useSyncExternalStore<Zone>(
    never,
    () => 'local',
    () => 'utc',
  );
  return <time dateTime={at}>{(isDay ? writeDate : writeTime)(at, zone)}</time>;
}
