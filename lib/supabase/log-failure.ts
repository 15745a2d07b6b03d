import { logError } from '../log/log.ts';
import type { LogEvent } from '../log/log-events.ts';
import type { Result } from '../result.ts';

/** Waits for a call whose failure must not undo a change that has happened, and logs the failure. Never throws. */
export async function logFailure(event: LogEvent, message: string, call: Promise<Result>): Promise<void> {
  const done = await call.catch((error: unknown) => ({
    ok: false as const,
    code: error instanceof Error ? error.message : 'unknown',
  }));
  if (!done.ok) logError(event, `${message}: ${done.code}`);
}
