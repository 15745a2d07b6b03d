import { describeOAuthError, isJustLinked } from './sign-in-with-provider';

const email = {
  provider: 'email',
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
};
const github = (lastVisit: string) => ({
  provider: 'github',
  created_at: '2026-11-20T10:00:00.120Z',
  updated_at: lastVisit,
});

it('distinguishes a newly linked provider from a known one', () => {
  expect(isJustLinked([email, github('2026-11-20T10:00:00.100Z')], 'github')).toBe(true);
  expect(isJustLinked([email, github('2026-11-20T10:00:09Z')], 'github')).toBe(false);
});

it('ignores the provider that created the account', () => {
  expect(isJustLinked([github('2026-11-20T10:00:00.100Z')], 'github')).toBe(false);
});

it.each([
  ['a user who declined at the provider', { error: 'access_denied' }, 'provider.declined'],
  [
    'an email that the provider has not confirmed',
    { error: 'access_denied', error_code: 'provider_email_needs_verification' },
    'provider.email_unverified',
  ],
  [
    'a provider that gives no email',
    {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Error getting user email from external provider',
    },
    'provider.no_email',
  ],
  [
    'a site that takes no new accounts',
    { error: 'access_denied', error_code: 'signup_disabled' },
    'auth.sign_up_closed',
  ],
  [
    'an account there that is on an account here',
    { error: 'invalid_request', error_code: 'identity_already_exists' },
    'provider.taken',
  ],
  ['a trip that took too long', { error_code: 'bad_oauth_state' }, 'provider.oauth_expired'],
  [
    'a banned account, like any failure',
    { error: 'access_denied', error_code: 'user_banned' },
    'provider.refused',
  ],
  [
    'words that nobody knows',
    { error: 'x', error_code: 'constructor', error_description: '<b>' },
    'provider.refused',
  ],
  ['nothing at all', {}, 'provider.refused'],
])('explains %s', (_who, refusal, code) => {
  expect(describeOAuthError(refusal)).toBe(code);
});
