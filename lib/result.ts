import { type ErrorCode, errors } from './errors.ts';

/** An expected failure. */
export type Failure = {
  ok: false;
  code: ErrorCode;
  /** Codes of single fields, by the field's name. */
  fields?: Record<string, ErrorCode>;
  /** For a sentence that says how long to wait. */
  retryAfterSeconds?: number;
};

export function fail(code: ErrorCode, details?: Pick<Failure, 'fields' | 'retryAfterSeconds'>): Failure {
  return { ok: false, code, ...details };
}

/** A catalogue entry on its way to the page: the code for scripts and tests, the sentences for people. */
export type Problem = { code: ErrorCode; title: string; next: string };

/** @param retryAfterSeconds what `{wait}` in the sentence becomes; unknown is "a moment". */
export function describeError(code: ErrorCode, retryAfterSeconds?: number): Problem {
  const { title, next } = errors[code];
  return { code, title, next: next.replace('{wait}', sayDuration(retryAfterSeconds)) };
}

function sayDuration(seconds: number | undefined): string {
  if (!seconds || seconds < 1) return 'a moment';
  const [count, unit] = seconds < 120 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
