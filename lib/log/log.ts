import { count } from '../metrics/count.ts';
import { shareInProcess } from '../share-in-process.ts';
import type { LogEvent } from './log-events.ts';
import { currentRequestId } from './request-context.ts';

/** JSON lines in production; plain messages in a terminal and in tests. */
export const logFormat = shareInProcess('log-format', () => ({ isJson: false }));

/** Logs a failure that needs attention. @param thrown the exception, if it is the site's own failure. */
export function logError(event: LogEvent, message: string, thrown?: unknown): void {
  write('error', event, message, thrown);
}

/** Logs what may be normal, but needs attention if it is frequent. */
export function logWarning(event: LogEvent, message: string, thrown?: unknown): void {
  write('warn', event, message, thrown);
}

function write(level: Exclude<LogLevel, 'info'>, event: LogEvent, message: string, thrown: unknown): void {
  count('logLines', { event });
  if (logFormat.isJson) {
    process.stderr.write(`${describeLine(level, event, message, thrown)}\n`);
  } else if (thrown === undefined) console[level](message);
  else console[level](message, thrown);
}

export function describeLine(level: LogLevel, event: LogEvent, message: string, thrown?: unknown): string {
  return writeLine({
    time: new Date().toISOString(),
    level,
    event,
    requestId: currentRequestId(),
    message,
    error: thrown === undefined ? undefined : describeThrown(thrown),
  });
}

function describeThrown(thrown: unknown): { name: string; message: string; stack?: string } {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: String(thrown) };
  return { name: thrown.name, message: thrown.message, ...(thrown.stack && { stack: thrown.stack }) };
}

export type LogLevel = 'info' | 'warn' | 'error';

type RequestFields = {
  method: string;
  route: string;
  status: number;
  milliseconds: number;
  session: string;
};

/** A line of the log. `event` is for machines and never changes. No field identifies the visitor. */
type LogLine = {
  /** ISO 8601, in UTC. */
  time: string;
  level: LogLevel;
  event: LogEvent;
  /** The `x-request-id` of the current request. */
  requestId?: string;
  message?: string;
  error?: { name: string; message: string; stack?: string };
} & Partial<RequestFields>;

export function writeLine(line: LogLine): string {
  const { time, level, event, requestId, message, error, ...more } = line;
  return JSON.stringify({ time, level, event, requestId, message, error, ...more });
}
