import { withStatus } from './catalogue-entry.ts';

/** Failures of the deployment, its backend or a request, and of single fields. */
export const serverErrors = {
  ...withStatus(400, {
    'request.malformed': ["We can't read this request.", 'Send the form from the page itself.'],
    'field.email_invalid': ['Enter a full email address, like ada@example.com.', 'Check it and try again.'],
    'field.password_short': [
      'Use at least 8 characters.',
      'A few unrelated words are easy to remember and hard to guess.',
    ],
    'field.password_long': ['Use at most 72 bytes.', 'Accents and emoji take more than one byte each.'],
    'field.code_invalid': ['Enter the six digits from the email.', 'Check it and try again.'],
    'field.not_text': [
      "This field has characters that can't be used.",
      'They may be invisible. Clear the field and type it again.',
    ],
    'field.email_required': ['Enter your email.', 'Then try again.'],
    'field.password_required': ['Enter your password.', 'Then try again.'],
    'field.new_password_required': ['Enter a password.', 'Then try again.'],
    'field.required': ['This field is required.', 'Fill it in, then try again.'],
  }),
  ...withStatus(403, {
    'request.cross_site': ['This request came from another site.', 'Open the page here and try again.'],
    'request.wrong_host': ["This site doesn't use this host name.", 'Open it at its usual address.'],
  }),
  ...withStatus(404, {
    'request.not_found': ["This page doesn't exist.", 'Check the address, or go back to your wallets.'],
  }),
  ...withStatus(405, {
    'request.method_not_allowed': [
      "This address doesn't accept that kind of request.",
      'Open the page and use its buttons.',
    ],
  }),
  ...withStatus(408, {
    'request.too_slow': ["That didn't arrive in time.", 'Check your connection and send it again.'],
  }),
  ...withStatus(413, {
    'request.too_large': ["That's more than this form accepts.", 'Shorten it and send it again.'],
  }),
  ...withStatus(415, {
    'request.wrong_content_type': [
      "We can't read that kind of request.",
      'Send the form from the page itself.',
    ],
    'request.json_required': ['The API reads JSON.', 'Add the header Content-Type: application/json.'],
  }),
  ...withStatus(500, {
    'config.backend_required': [
      'The backend address and public key are required.',
      'Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY in the environment or in .env.local.',
    ],
  }),
  ...withStatus(503, {
    // Auth, the database, or the connection to either: the user can do the same about each.
    'backend.unavailable': ["Something isn't responding.", 'Nothing changed. Try again in a moment.'],
    'backend.unread': ["Something isn't responding.", 'Try again in a moment.'],
    'backend.tokens_refused': [
      "This site can't use its sign-in service's tokens.",
      "Nothing changed. The site's team can find the cause in its log.",
    ],
  }),

  // The operators' commands.
  ...withStatus(400, {
    'operator.reason_invalid': [
      "This reason can't be shown to the person.",
      'Nothing changed. Use 1 to 200 characters on one line.',
    ],
  }),
  ...withStatus(404, {
    'operator.account_unknown': ['There is no such account.', 'Nothing changed. Look it up with `find`.'],
  }),
  ...withStatus(409, {
    'operator.account_going': [
      'This account was closed and is being deleted.',
      'Nothing changed. If it still exists later, delete it again.',
    ],
    'operator.secret_just_made': [
      'This app already has a new secret, and the previous one still works.',
      'Nothing was changed: another one would end the previous secret at once. Ask your team who made the new one. If nobody kept it, pass --replace with the time shown by `list`; the previous secret keeps working. To end both now, pass --keep 0.',
    ],
    'operator.secret_changed': [
      'The newest secret of this app was made at another time.',
      'Nothing changed. Look up the time with `list`, ask your team who made it, and try again.',
    ],
    'operator.no_second_factor': ['This account has no second factor.', 'Nothing changed.'],
  }),
};
