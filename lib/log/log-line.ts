import type { LogEvent } from './log-events.ts';

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
