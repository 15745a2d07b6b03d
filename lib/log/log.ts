import { AsyncLocalStorage } from 'node:async_hooks';
import { format, stripVTControlCharacters } from 'node:util';
import { count } from '../metrics/count.ts';
import type { Result } from '../result.ts';
import { shareInProcess } from '../share-in-process.ts';
import type { LogEvent } from './log-events.ts';

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

/** For a log line about an exception that is the site's own failure. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'unknown';
}

/** Awaits a call after a completed change, which its failure must not undo, and logs that. Never throws. */
export async function logFailure(event: LogEvent, message: string, call: Promise<Result>): Promise<void> {
  const done = await call.catch((error: unknown) => ({ ok: false as const, code: messageOf(error) }));
  if (!done.ok) logError(event, `${message}: ${done.code}`);
}

/** The current request, for its log lines. `cameAt` is by `performance.now()`. */
type RequestContext = { id: string | undefined; cameAt: number };
const requests = shareInProcess('request-context', () => new AsyncLocalStorage<RequestContext>());

/** Call it once a request is complete, so that its age doesn't depend on how slowly it was sent. */
export function runInRequest<Result>(id: string | undefined, work: () => Result): Result {
  return requests.run({ id, cameAt: performance.now() }, work);
}

/** Undefined at startup and in timers, outside of any request. */
export function currentRequestId(): string | undefined {
  return requests.getStore()?.id;
}

/** The request's age in milliseconds, including any wait for other requests. 0 outside a request. */
export function currentRequestAge(): number {
  const request = requests.getStore();
  return request ? performance.now() - request.cameAt : 0;
}

const levels: Record<'debug' | 'log' | 'info' | 'warn' | 'error', LogLevel> = {
  debug: 'info',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
};

/** Makes every console line JSON, including lines of Next.js and other packages. Node's own output stays unchanged. */
export function writeLogAsJson(): void {
  logFormat.isJson = true;
  for (const [name, level] of Object.entries(levels) as Array<[keyof typeof levels, LogLevel]>) {
    const stream = level === 'info' ? process.stdout : process.stderr;
    console[name] = (...words: unknown[]) => {
      const [thrown] = words.filter((word) => word instanceof Error);
      const message = stripVTControlCharacters(format(...words.filter((word) => word !== thrown))).trim();
      // Skips empty lines, which only format a terminal.
      if (!message && !thrown) return;
      // Next.js logs whatever a page throws. Its class may come from another bundle; its digest is the same.
      if (thrown && 'digest' in thrown && thrown.digest === 'session.unavailable')
        return logWarning('request.unavailable', thrown.message);
      if (level !== 'info') count('logLines', { event: 'other' });
      stream.write(`${describeLine(level, 'other', message, thrown)}\n`);
    };
  }
}
