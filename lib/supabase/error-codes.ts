import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { environment } from '../env.ts';
import type { ErrorCode } from '../errors.ts';
import { logError } from '../log/log.ts';
import { type Failure, fail } from '../result.ts';

const catalogueCodes: Record<string, ErrorCode> = {
  invalid_credentials: 'auth.invalid_credentials',
  email_not_confirmed: 'auth.email_not_confirmed',
  weak_password: 'auth.weak_password',
  same_password: 'auth.same_password',
  validation_failed: 'field.email_invalid',
  email_address_invalid: 'field.email_invalid',
  otp_expired: 'auth.link_invalid',
  over_email_send_rate_limit: 'auth.mail_too_soon',
  over_request_rate_limit: 'auth.too_many_attempts',
  signup_disabled: 'auth.sign_up_closed',
  email_provider_disabled: 'auth.email_off',
  // Only the owner may learn of a ban: every sign-in method answers as to a wrong credential.
  user_banned: 'auth.invalid_credentials',
  session_not_found: 'auth.signed_out',
  session_expired: 'auth.signed_out',
  user_not_found: 'auth.signed_out',
  bad_jwt: 'auth.signed_out',
  no_authorization: 'auth.signed_out',
  insufficient_aal: 'auth.authenticator_code_required',
  mfa_verification_failed: 'factor.code_wrong',
  mfa_challenge_expired: 'factor.code_wrong',
  // The user changed networks between the two calls, or another tab answered first.
  mfa_ip_address_mismatch: 'factor.code_wrong',
  mfa_factor_not_found: 'factor.gone',
  mfa_factor_name_conflict: 'factor.name_taken',
  too_many_enrolled_mfa_factors: 'factor.too_many',
  mfa_totp_enroll_not_enabled: 'factor.off',
  mfa_totp_verify_not_enabled: 'factor.off',
  reauthentication_needed: 'account.code_needed',
  reauthentication_not_valid: 'auth.code_wrong',
  email_exists: 'account.email_taken',
  email_address_not_authorized: 'account.email_unusable',
  provider_disabled: 'provider.off',
  oauth_provider_not_supported: 'provider.off',
  flow_state_not_found: 'provider.oauth_expired',
  flow_state_expired: 'provider.oauth_expired',
  bad_code_verifier: 'provider.other_browser',
  identity_already_exists: 'provider.taken',
  identity_not_found: 'sign_in_method.unknown',
  single_identity_not_deletable: 'sign_in_method.last',
  email_conflict_identity_not_deletable: 'sign_in_method.email_conflict',
  manual_linking_disabled: 'sign_in_method.linking_off',
  captcha_failed: 'captcha.failed',
};

/** Auth answers a plain 500 if the captcha provider doesn't answer. */
export function isUncheckedCaptcha(error: AuthError): boolean {
  return error.status === 500 && error.message.startsWith('captcha verification process failed');
}

/** Maps Auth's error to ours. Pages never show its message, which is read only for a failed email and the seconds to wait. */
export function failFromAuth(error: AuthError): Failure {
  if (error.status === 500 && error.message.startsWith('Error sending ')) return fail('auth.mail_failed');
  if (isUncheckedCaptcha(error)) return fail('captcha.failed');
  if (isAuthRetryableFetchError(error) || (error.status ?? 0) >= 500) return fail('backend.unavailable');
  if (error.name === 'AuthSessionMissingError') return fail('auth.signed_out');
  const code = catalogueCodes[error.code ?? ''];
  if (!code) {
    logError(
      'backend.unknown_code',
      `Auth answered ${error.status} with a code we don't know: ${error.code ?? error.name}`,
    );
    return fail('request.unexpected');
  }
  if (code === 'captcha.failed' && !environment().captcha) return fail('captcha.not_set_up');
  const seconds = /after (\d+) seconds/.exec(error.message)?.[1];
  // Without seconds, it is the project's hourly limit on emails, and none is under way.
  if (code === 'auth.mail_too_soon' && !seconds) return fail('auth.mail_failed');
  return fail(code, seconds ? { retryAfterSeconds: Number(seconds) } : undefined);
}
