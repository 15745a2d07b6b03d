'use client';

import { useSyncExternalStore } from 'react';
import { writeTime } from '@/lib/write-time';

const never = () => () => undefined;

/** A time as its owner's clock and language have it; in UTC until their browser is known. */
export function EventTime({ at }: { at: string }) {
  const written = useSyncExternalStore(
    never,
    () => new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
    () => writeTime(at),
  );
  return <time dateTime={at}>{written}</time>;
}
