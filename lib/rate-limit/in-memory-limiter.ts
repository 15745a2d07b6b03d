import { type Failure, fail, type Result } from '../result.ts';
import { shareInProcess } from '../share-in-process.ts';

export type AttemptCounter = {
  key_hash: string;
  attempts: number;
  window_seconds: number;
  counted_later?: boolean;
};

type Window = { attempts: number; endsAt: number };

const windows = shareInProcess('attempts-counted-here', () => new Map<string, Window>());

/** Bounds the memory. Limits for everyone normally keep the number below this; above it, every attempt is refused. */
const mostWindows = 20_000;
const fullForSeconds = 60;

/** Counts one attempt on every counter or on none, for this process, during an outage. @param now in milliseconds. */
export function countInMemory(counters: readonly AttemptCounter[], now = Date.now()): Result {
  for (const { key_hash, attempts } of counters) {
    const window = windowOf(key_hash, now);
    if (window && window.attempts >= attempts) return refuse((window.endsAt - now) / 1000);
  }
  if (windows.size + counters.length > mostWindows)
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
  if (windows.size + counters.length > mostWindows) return refuse(fullForSeconds);
  for (const { key_hash, window_seconds, counted_later } of counters) {
    if (counted_later) continue;
    const window = windowOf(key_hash, now) ?? { attempts: 0, endsAt: now + window_seconds * 1000 };
    windows.set(key_hash, { ...window, attempts: window.attempts + 1 });
  }
  return { ok: true };
}

function windowOf(key: string, now: number): Window | undefined {
  const window = windows.get(key);
  return window && window.endsAt > now ? window : undefined;
}

function refuse(seconds: number): Failure {
  return fail('auth.too_many_attempts', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}
