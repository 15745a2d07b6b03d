import type { UserIdentity } from '@supabase/supabase-js';

/** Auth writes both times of a new identity within one request; a second visit comes at least a page later. */
const oneRequestInMilliseconds = 2_000;

/** Whether an account with another method before was just entered by this provider for the first time. */
export function isFirstVisit(
  identities: Pick<UserIdentity, 'provider' | 'created_at' | 'last_sign_in_at'>[],
  provider: string,
): boolean {
  const used = identities.find((identity) => identity.provider === provider);
  if (!used?.created_at || !used.last_sign_in_at || identities.length < 2) return false;
  return Date.parse(used.last_sign_in_at) - Date.parse(used.created_at) < oneRequestInMilliseconds;
}
