import { type ErrorCode, errors } from './errors.ts';
import type { OnlyWalletAccount } from './only-wallet-account.ts';
import { type Problem, toProblem } from './problem.ts';

export type Failure = {
  ok: false;
  code: ErrorCode;
  fields?: Record<string, ErrorCode>;
  retryAfterSeconds?: number;
  /** Typed text that a field's error quotes, by the field's name. */
  about?: Record<string, string>;
  /** With `wallet.proven_elsewhere`: the account there. */
  account?: OnlyWalletAccount;
};

/** A step's outcome: its values beside `ok`, or the failure. */
export type Result<Made = unknown> = ({ ok: true } & Made) | Failure;

export function fail(code: ErrorCode, details?: Omit<Failure, 'ok' | 'code'>): Failure {
  return { ok: false, code, ...details };
}

/** The texts of a failure. Loads the whole catalogue: for the server only. */
export function describeError(code: ErrorCode, retryAfterSeconds?: number, about?: string): Problem {
  return toProblem(code, errors[code], retryAfterSeconds, about);
}
