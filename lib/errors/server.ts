import type { CatalogueEntry } from './catalogue-entry.ts';

/** What this deployment, its backend or a request is missing, and what a field lacks. */
export const serverErrors = {
  // Configuration
  'config.backend_required': {
    status: 500,
    title: 'The backend address and public key are required.',
    hint: 'Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY in the environment or in .env.local.',
  },

  // The backend and the request itself
  'backend.unavailable': {
    status: 503,
    // Auth, the database or the way to both: anyone who reads it can do the same about each.
    title: "Part of this site isn't answering.",
    hint: 'Nothing was changed. Try again in a moment.',
  },
  'backend.unread': {
    status: 503,
    title: "Part of this site isn't answering.",
    hint: 'Try again in a moment.',
  },
  'backend.tokens_refused': {
    status: 503,
    title: "This site can't use its sign-in service's tokens.",
    hint: "Nothing was changed. The site's team can find the cause in its log.",
  },
  'request.cross_site': {
    status: 403,
    title: 'This request came from another site.',
    hint: 'Open the page here and try again.',
  },
  'request.wrong_host': {
    status: 403,
    title: "This site isn't served under this name.",
    hint: 'Open it at its own address.',
  },
  'request.wrong_content_type': {
    status: 415,
    title: "We can't read that kind of request.",
    hint: 'Send the form from the page itself.',
  },
  'request.too_large': {
    status: 413,
    title: "That's more than this form accepts.",
    hint: 'Shorten it and send it again.',
  },
  'request.too_slow': {
    status: 408,
    title: "That didn't arrive in time.",
    hint: 'Check your connection and send it again.',
  },
  'request.malformed': {
    status: 400,
    title: "We can't read this request.",
    hint: 'Send the form from the page itself.',
  },
  'request.method_not_allowed': {
    status: 405,
    title: "This address doesn't accept that kind of request.",
    hint: 'Open the page and use what is on it.',
  },
  'request.not_found': {
    status: 404,
    title: "This page doesn't exist.",
    hint: 'Check the address, or go back to your wallets.',
  },

  // Fields
  'field.email_invalid': {
    status: 400,
    title: 'Enter a full email address, like ada@example.com.',
    hint: 'Check it and try again.',
  },
  'field.password_short': {
    status: 400,
    title: 'Use at least 8 characters.',
    hint: 'A few unrelated words are easy to remember and hard to guess.',
  },
  'field.password_long': {
    status: 400,
    title: 'Use at most 72 bytes.',
    hint: 'Accents and emoji take more than one byte each.',
  },
  'field.code_invalid': {
    status: 400,
    title: 'Enter the six digits from the email.',
    hint: 'Check it and try again.',
  },
  'field.not_text': {
    status: 400,
    title: "This field has characters that can't be used.",
    hint: 'They may be invisible. Clear the field and type it again.',
  },
  'field.email_required': { status: 400, title: 'Enter your email.', hint: 'Then try again.' },
  'field.password_required': { status: 400, title: 'Enter your password.', hint: 'Then try again.' },
  'field.new_password_required': { status: 400, title: 'Enter a password.', hint: 'Then try again.' },
  'field.required': { status: 400, title: 'This field is required.', hint: 'Fill it in, then try again.' },
} as const satisfies Record<string, CatalogueEntry>;
