import { withStatus } from './catalogue-entry.ts';

export const signInErrors = {
  ...withStatus(400, {
    'auth.invalid_credentials': [
      "That email and password don't match an account.",
      'Check both, or reset your password.',
    ],
    'auth.email_not_confirmed': [
      "This email isn't confirmed yet.",
      'Enter the code that we emailed you, or choose “Use a code” for a new one.',
    ],
  }),
  ...withStatus(401, {
    'auth.session_ended': [
      'Your session has ended.',
      'You may have signed out on another device, changed your password, or removed a sign-in method. Sign in to continue where you were.',
    ],
    'auth.signed_out': ['You are signed out.', 'Sign in to continue.'],
  }),
  ...withStatus(403, {
    'auth.link_invalid': [
      'This link has expired or was already used.',
      'Open the link in the latest email, or ask for a new one.',
    ],
    'auth.code_wrong': [
      "That code doesn't match, or it has expired.",
      'Use the code from the latest email, or ask for a new one.',
    ],
  }),
  ...withStatus(404, {
    'session.unknown': ['That session is not on your account.', 'It may have ended. Reload the page.'],
  }),
  ...withStatus(422, {
    'auth.weak_password': ['That password is too easy to guess.', 'Choose a longer or less common one.'],
    'auth.same_password': ['That is already your password.', 'Choose a different one.'],
    'auth.sign_up_closed': ['New accounts are closed on this site.', 'Sign in if you have one already.'],
    'auth.email_off': ['Sign-in by email is switched off on this site.', 'Choose another sign-in method.'],
  }),
  ...withStatus(429, {
    'auth.mail_too_soon': ['An email is already on its way.', 'Wait {wait} before you ask for another.'],
    'auth.too_many_attempts': ['Too many attempts.', 'Wait {wait}, then try again.'],
  }),
  ...withStatus(500, {
    'auth.session_too_large': [
      'Your account has more data than a session can hold.',
      "Ask the site's team to shorten the data on your account.",
    ],
  }),
  ...withStatus(503, {
    'auth.mail_failed': ["The email couldn't be sent.", 'Nothing was changed. Try again later.'],
    'auth.session_not_ended': [
      'You are signed out in this browser.',
      "We couldn't reach the sign-in service to end the session itself. Sign in and out again later to end it.",
    ],
  }),
};
