import 'server-only';
import { redirect } from 'next/navigation';
import { withNext } from '../flow/with-next.ts';

/**
 * For a page whose read the database refused: leads to the second factor or to sign-in, and from there back to `path`.
 * Ignores other refusals, and none.
 * @param refusal a code of the catalogue, as the database's message has it.
 */
export function redirectOnRefusal(refusal: string | undefined, path: string): void {
  if (refusal === 'auth.second_factor_required') redirect(withNext('/confirm-access', path));
  if (refusal === 'auth.signed_out') redirect(withNext('/sign-in?notice=session-ended', path));
}
