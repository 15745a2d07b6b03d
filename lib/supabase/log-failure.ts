import { logError } from '../log/log.ts';
import type { LogEvent } from '../log/log-events.ts';
import type { Result } from '../result.ts';

/** Awaits a call after a completed change, which its failure must not undo, and logs that. Never throws. */
export async function logFailure(event: LogEvent, message: string, call: Promise<Result>): Promise<void> {
  const done = await call.catch((error: unknown) => ({
    ok: false as const,
    code: error instanceof Error ? error.message : 'unknown',
  }));
  if (!done.ok) logError(event, `${message}: ${done.code}`);
}
