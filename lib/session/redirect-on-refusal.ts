import 'server-only';
import { redirect } from 'next/navigation';
import { withNext } from '../flow/with-next.ts';

/**
 * For a page: where the database has refused to let a session read, leads to what helps, and from there back to `path`. A
 * session that never gave the second factor of its account is asked for it, and one that has ended for signing in again,
 * although its token may still be good. Does nothing about any other refusal, or none.
 * @param refusal a code of the catalogue, as the database's message has it.
 */
export function redirectOnRefusal(refusal: string | undefined, path: string): void {
  if (refusal === 'auth.second_factor_required') redirect(withNext('/confirm-access', path));
  if (refusal === 'auth.signed_out') redirect(withNext('/sign-in?notice=session-ended', path));
}
