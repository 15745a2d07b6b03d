import 'server-only';
import { providerErrors } from '../../errors/sign-in.ts';
import { errors } from '../../errors.ts';
import type { Problem } from '../../problem.ts';
import { describeError } from '../../result.ts';

const otherCodes = [
  'auth.sign_up_closed',
  'auth.too_many_attempts',
  'auth.session_too_large',
  'backend.tokens_refused',
  'backend.unavailable',
  'request.unexpected',
] as const;

/** The message for a page's `?problem=…`, written by `/auth/callback`. @returns null for any other text. */
export function readShownProblem(code: string | undefined): Problem | null {
  const shown = [...(Object.keys(providerErrors) as (keyof typeof providerErrors)[]), ...otherCodes];
  const found = shown.find((one) => one === code);
  return found && found in errors ? describeError(found) : null;
}

/** Messages for sign-in's `?notice=…`. An attacker can write that link, so it only selects a row. */
const notices = {
  'account-deleted': 'account.deleted',
  'account-closed': 'account.deletion_unfinished',
  'session-ended': 'auth.session_ended',
  'session-not-ended': 'auth.session_not_ended',
} as const;

export function describeNotice(notice: string | undefined): Problem | null {
  return notice && Object.hasOwn(notices, notice)
    ? describeError(notices[notice as keyof typeof notices])
    : null;
}
