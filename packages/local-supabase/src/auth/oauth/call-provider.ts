import type { AuthContext } from '../auth-context.ts';
import { AuthError, OAuthError } from '../auth-error.ts';
import { findOAuthClient } from './oauth-client.ts';
import type { ProvidedProfile, ProviderTokens } from './provider.ts';

export interface OAuthCallback {
  tokens: ProviderTokens;
  profile: ProvidedProfile;
}

/**
 * Exchanges the code in the callback for the provider's tokens and profile. Throws OAuthError with the provider's own
 * error, AuthError 400 without a code, 500 if the provider's response is invalid or has no email address.
 */
export async function callProvider(
  auth: AuthContext,
  provider: string,
  answer: URLSearchParams,
): Promise<OAuthCallback> {
  const refusal = answer.get('error');
  if (refusal) throw new OAuthError(refusal, answer.get('error_description') ?? '');
  const code = answer.get('code') ?? '';
  if (code === '') {
    const message = 'OAuth callback with missing authorization code missing';
    throw new AuthError(400, 'bad_oauth_callback', message);
  }
  const client = findOAuthClient(auth, provider);
  const tokens = await client.tradeCode(code).catch(() => {
    throw failed(`Unable to exchange external code: ${code.slice(0, 4)}`);
  });
  const profile = await client.readProfile(tokens).catch(() => {
    throw failed('Error getting user profile from external provider');
  });
  if (profile.emails.length === 0) throw failed('Error getting user email from external provider');
  return { tokens, profile };
}

function failed(message: string): AuthError {
  return new AuthError(500, 'unexpected_failure', message);
}
