import { withStatus } from './catalogue-entry.ts';

export const secondFactorErrors = {
  ...withStatus(400, {
    'factor.code_invalid': ['Enter the six digits your app shows.', 'Check it and try again.'],
    'factor.recovery_code_invalid': [
      'Enter the full recovery code: 16 letters and digits.',
      'Check it and try again.',
    ],
  }),
  ...withStatus(403, {
    'factor.code_wrong': [
      "That code doesn't match, or it was already used.",
      "Wait for the next code in your app. If that keeps happening, check your phone's clock.",
    ],
    'factor.recovery_code_wrong': [
      "That recovery code isn't valid, or it was already used.",
      'Each works once, and new codes replace old ones. Try another.',
    ],
    'factor.step_over': ['This sign-in took longer than ten minutes.', 'Sign in again from the start.'],
    'factor.needed': [
      'This needs a code from your authenticator app.',
      'Sign out and in again with a code. Nothing was changed.',
    ],
  }),
  ...withStatus(409, {
    'factor.codes_replaced': [
      'These codes no longer work.',
      'New ones have been made since. Reload this page to make new ones.',
    ],
  }),
  ...withStatus(404, {
    'factor.gone': [
      'That authenticator no longer exists.',
      'It was removed, or set up again in another tab. Reload the page.',
    ],
  }),
  ...withStatus(422, {
    'factor.name_taken': ['Another authenticator was added at the same moment.', 'Try again.'],
    'factor.too_many': [
      'An account can have at most ten authenticators.',
      'Remove one that you no longer use.',
    ],
    'factor.off': ['Authenticator apps are switched off on this site.', "Ask the site's team."],
    'factor.email_needed': [
      'Your account has no email address.',
      'Add one first: your authenticator app lists the account by its email.',
    ],
  }),
};
