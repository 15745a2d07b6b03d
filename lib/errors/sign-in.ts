import type { CatalogueEntry } from './catalogue-entry.ts';

/** Signing in and up. */
export const signInErrors = {
  'auth.invalid_credentials': {
    status: 400,
    title: "That email and password don't match an account.",
    hint: 'Check both, or reset your password.',
  },
  'auth.email_not_confirmed': {
    status: 400,
    title: "This email isn't confirmed yet.",
    hint: 'Open the link in the email we sent you, or send a new one.',
  },
  'auth.weak_password': {
    status: 422,
    title: 'That password is too easy to guess.',
    hint: 'Choose a longer or less common one.',
  },
  'auth.same_password': {
    status: 422,
    title: 'That is already your password.',
    hint: 'Choose a different one.',
  },
  'auth.link_invalid': {
    status: 403,
    title: 'This link has expired or was already used.',
    hint: 'Open the link in the latest email, or ask for a new one.',
  },
  'auth.code_wrong': {
    status: 403,
    title: "That code doesn't match, or it has expired.",
    hint: 'Use the code from the latest email, or ask for a new one.',
  },
  'auth.mail_too_soon': {
    status: 429,
    title: 'An email is already on its way.',
    hint: 'Wait {wait} before you ask for another.',
  },
  'auth.too_many_attempts': {
    status: 429,
    title: 'Too many attempts.',
    hint: 'Wait {wait}, then try again.',
  },
  'auth.sign_up_closed': {
    status: 422,
    title: 'New accounts are closed on this site.',
    hint: 'Sign in if you have one already.',
  },
  'auth.mail_failed': {
    status: 503,
    title: "The email couldn't be sent.",
    hint: 'Nothing was changed. Try again later.',
  },
  'auth.email_off': {
    status: 422,
    title: 'Sign-in by email is switched off on this site.',
    hint: 'Choose another sign-in method.',
  },
  'auth.session_too_large': {
    status: 500,
    title: 'Your account has more data than a session can hold.',
    hint: "Ask the site's team to shorten the data on your account.",
  },
  'auth.session_ended': {
    status: 401,
    title: 'Your session has ended.',
    hint: 'You may have signed out on another device, changed your password, or removed a sign-in method. Sign in to continue where you were.',
  },
  'auth.session_not_ended': {
    status: 503,
    title: 'You are signed out in this browser.',
    hint: "We couldn't reach the sign-in service to end the session itself. Sign in and out again later to end it.",
  },
  'auth.signed_out': {
    status: 401,
    title: 'You are signed out.',
    hint: 'Sign in to continue.',
  },
  'session.unknown': {
    status: 404,
    title: 'That session is not on your account.',
    hint: 'It may have ended. Reload the page.',
  },
} as const satisfies Record<string, CatalogueEntry>;
