import type { UserIdentity } from '@supabase/supabase-js';

/** Auth writes both times of a new identity within one request; a second sign-in takes longer. */
const oneRequestInMilliseconds = 2_000;

/** Whether this sign-in linked the provider to an account that had another method. */
export function isJustLinked(
  identities: Pick<UserIdentity, 'provider' | 'created_at' | 'last_sign_in_at'>[],
  provider: string,
): boolean {
  const used = identities.find((identity) => identity.provider === provider);
  if (!used?.created_at || !used.last_sign_in_at || identities.length < 2) return false;
  return Date.parse(used.last_sign_in_at) - Date.parse(used.created_at) < oneRequestInMilliseconds;
}
