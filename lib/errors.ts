/**
 * The catalogue: every expected failure, by code.
 *
 * A code is `domain.reason`, is never reused for something else, and is what travels: in results, logs and
 * tests. The sentence lives here only. `title` says what happened, `next` what to do about it. `status` is the
 * HTTP status of an answer that carries the code.
 */
export type CatalogueEntry = { status: number; title: string; next: string };

export const errors = {
  // Configuration
  'config.backend_required': {
    status: 500,
    title: 'The backend address and public key are required.',
    next: 'Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY in the environment or in .env.local.',
  },

  // The backend and the request itself
  'backend.unavailable': {
    status: 503,
    title: "We can't reach the sign-in service.",
    next: 'You are still signed in. This page tries again by itself.',
  },
  'request.cross_site': {
    status: 403,
    title: 'This request came from another site.',
    next: 'Open the page here and try again.',
  },
  'request.wrong_content_type': {
    status: 415,
    title: "We can't read that kind of request.",
    next: 'Send the form from the page itself.',
  },
  'request.too_large': {
    status: 413,
    title: 'That is more than this form takes.',
    next: 'Shorten it and send it again.',
  },
  'request.unexpected': {
    status: 500,
    title: 'Something went wrong on our side.',
    next: 'Nothing was changed. Try again.',
  },
  'request.not_found': {
    status: 404,
    title: "This page doesn't exist.",
    next: 'Check the address, or go back to your wallets.',
  },

  // Fields
  'field.email_invalid': {
    status: 400,
    title: 'Enter a full email address, like ada@example.com.',
    next: 'Correct it and try again.',
  },
  'field.password_short': {
    status: 400,
    title: 'Use at least 8 characters.',
    next: 'A few unrelated words are easy to remember and hard to guess.',
  },
  'field.password_long': {
    status: 400,
    title: 'Use at most 72 bytes.',
    next: 'Accents and emoji take more than one byte each.',
  },
  'field.required': { status: 400, title: 'Fill this in.', next: 'Then try again.' },

  // Ways in
  'auth.invalid_credentials': {
    status: 400,
    title: "That email and password don't match an account.",
    next: 'Check both, or reset your password.',
  },
  'auth.email_not_confirmed': {
    status: 400,
    title: "This email isn't confirmed yet.",
    next: 'Open the link in the mail we sent you, or send a new one.',
  },
  'auth.weak_password': {
    status: 422,
    title: 'That password is too easy to guess.',
    next: 'Choose a longer or less common one.',
  },
  'auth.same_password': {
    status: 422,
    title: 'That is your password already.',
    next: 'Choose a different one.',
  },
  'auth.link_invalid': {
    status: 403,
    title: 'This link has expired or was already used.',
    next: 'Ask for a new one.',
  },
  'auth.mail_too_soon': {
    status: 429,
    title: 'A mail is already on its way.',
    next: 'Wait a moment before you ask for another.',
  },
  'auth.too_many_attempts': {
    status: 429,
    title: 'Too many attempts.',
    next: 'Wait a few minutes, then try again.',
  },
  'auth.sign_up_closed': {
    status: 422,
    title: 'New accounts are closed on this site.',
    next: 'Sign in if you have one already.',
  },
  'auth.session_too_large': {
    status: 500,
    title: 'Your account carries more data than a session can hold.',
    next: 'Ask the people who run this site to shorten the data on your account.',
  },
  'auth.signed_out': {
    status: 401,
    title: 'You are signed out.',
    next: 'Sign in to go on.',
  },

  // Wallets in the browser
  'wallet.not_found': {
    status: 400,
    title: "We can't find that wallet in this browser.",
    next: 'Install it or choose another wallet, then try again.',
  },
  'wallet.declined': { status: 400, title: 'You declined. Nothing changed.', next: 'Try again whenever you like.' },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errors;
