import type { Problem } from '../../problem.ts';
import { describeError } from '../../result.ts';

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
