import { type ErrorCode, errors } from './errors.ts';
import { type Problem, toProblem } from './problem.ts';

export type Failure = {
  ok: false;
  code: ErrorCode;
  fields?: Record<string, ErrorCode>;
  retryAfterSeconds?: number;
  /** Typed text that a field's sentence names, by the field's name. */
  about?: Record<string, string>;
};

/** A step's outcome: what it made, beside `ok`, or why it failed. */
export type Result<Made = unknown> = ({ ok: true } & Made) | Failure;

export function fail(code: ErrorCode, details?: Omit<Failure, 'ok' | 'code'>): Failure {
  return { ok: false, code, ...details };
}

/** The words of a failure, from the whole catalogue: for the server. */
export function describeError(code: ErrorCode, retryAfterSeconds?: number, about?: string): Problem {
  return toProblem(code, errors[code], retryAfterSeconds, about);
}
