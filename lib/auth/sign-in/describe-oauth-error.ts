import type { ErrorCode } from '../../errors.ts';

export type OAuthRefusal = {
  error?: string | undefined;
  error_code?: string | undefined;
  error_description?: string | undefined;
};

/** Auth's codes with a message of their own. */
const catalogueCodes: Record<string, ErrorCode> = {
  signup_disabled: 'auth.sign_up_closed',
  provider_email_needs_verification: 'provider.email_unverified',
  identity_already_exists: 'provider.taken',
  email_exists: 'provider.taken',
  bad_oauth_state: 'provider.oauth_expired',
  flow_state_already_used: 'provider.oauth_expired',
  flow_state_expired: 'provider.oauth_expired',
};

/** Maps a callback without a code to an error. Never shows the provider's text; unknown errors are `provider.refused`. */
export function describeOAuthError(refusal: OAuthRefusal): ErrorCode {
  const known = Object.hasOwn(catalogueCodes, refusal.error_code ?? '')
    ? catalogueCodes[refusal.error_code ?? '']
    : undefined;
  if (known) return known;
  // Auth has no code for this failure.
  if (refusal.error_description?.startsWith('Error getting user email')) return 'provider.no_email';
  return refusal.error === 'access_denied' && !refusal.error_code ? 'provider.declined' : 'provider.refused';
}
