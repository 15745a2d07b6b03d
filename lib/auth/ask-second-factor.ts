import 'server-only';
import { redirect } from 'next/navigation';
import { withNext } from './with-next.ts';

/**
 * For a page: where the database has refused to let a session read because it never gave the second factor of its
 * account, that is asked for, and the person comes back to `path`. Does nothing about any other refusal, or none.
 * @param refusal a code of the catalogue, as the database's message has it.
 */
export function askSecondFactor(refusal: string | undefined, path: string): void {
  if (refusal === 'auth.second_factor_required') redirect(withNext('/confirm-access', path));
}
