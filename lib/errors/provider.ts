import { withStatus } from './catalogue-entry.ts';

export const providerErrors = {
  ...withStatus(403, {
    'provider.declined': ['You declined. Nothing changed.', 'Try again, or choose another way.'],
    'provider.other_browser': [
      'This sign-in started in another browser or has expired.',
      'Start again here.',
    ],
    'provider.oauth_expired': ['That took too long, or was already used.', 'Start again.'],
  }),
  ...withStatus(409, {
    'provider.taken': [
      'That account is already linked to another account on this site.',
      'Sign in with it to see which one. Unlink it there first.',
    ],
  }),
  ...withStatus(422, {
    'provider.off': ['That sign-in method is switched off on this site.', 'Choose another one.'],
    'provider.no_email': [
      "Your account there didn't share an email address.",
      'Add one there, or choose another sign-in method.',
    ],
    'provider.email_unverified': [
      "The email of your account there isn't confirmed.",
      'Open the link in the confirmation email, or confirm it there and try again.',
    ],
  }),
  ...withStatus(502, {
    'provider.refused': [
      "The other site didn't tell us who you are.",
      'Nothing changed. Try again, or choose another way.',
    ],
  }),
};
