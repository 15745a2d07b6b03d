import { AuthError, OAuthError } from '../auth-error.ts';

const deniedCodes = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

const errorOfStatus: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** The redirect after an error, whose values are in the query and, for older clients, escaped twice in the fragment. */
export function describeOAuthRefusal(redirectTo: string, error: unknown): string {
  const target = new URL(describeUnknownFlow(redirectTo, error));
  const values = new URLSearchParams({ ...nameRefusal(error), sb: '' });
  target.hash = values.toString().replaceAll('%', '%25');
  return target.toString();
}

/** The redirect after an error if Auth doesn't know the flow: its values are only in the query. */
export function describeUnknownFlow(redirectTo: string, error: unknown): string {
  const target = new URL(redirectTo);
  for (const [name, value] of Object.entries(nameRefusal(error))) target.searchParams.set(name, value);
  return target.toString();
}

function nameRefusal(error: unknown): Record<string, string> {
  if (error instanceof OAuthError) return { error: error.error, error_description: error.message };
  if (error instanceof AuthError) {
    const name = deniedCodes.includes(error.code) ? 'access_denied' : errorOfStatus[error.status];
    return { error: name ?? 'server_error', error_code: error.code, error_description: error.message };
  }
  throw error;
}
