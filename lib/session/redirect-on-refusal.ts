import 'server-only';
import { redirect } from 'next/navigation';
import { withNext } from '../http/with-next.ts';

/** After a refused read: redirects to the second factor or to sign-in, and from there back to `path`. Ignores other codes. */
export function redirectOnRefusal(refusal: string | undefined, path: string): void {
  if (refusal === 'auth.second_factor_required') redirect(withNext('/confirm-access', path));
  if (refusal === 'auth.signed_out') redirect(withNext('/sign-in?notice=session-ended', path));
}
