import type { CatalogueEntry } from './catalogue-entry.ts';

/** What a person changes about their account: its name, its e-mail, its sign-in methods. */
export const signInMethodErrors = {
  'account.name_required': {
    status: 400,
    title: 'Enter a name.',
    hint: 'Or close this form: an account needs none.',
  },
  'account.name_invalid': {
    status: 400,
    title: 'Use letters of one alphabet, digits, spaces, dots, dashes, underscores and apostrophes.',
    hint: "Other characters can't be used.",
  },
  'account.name_too_long': {
    status: 400,
    title: 'Use up to 32 characters.',
    hint: 'Shorten the name, then save it again.',
  },
  'account.name_like_code': {
    status: 400,
    title: "A name can't look like the ID of an account.",
    hint: 'Leave out "ID" and anything like "7F3K-2Q9D".',
  },
  'account.too_many_changes': {
    status: 429,
    title: 'That was a lot of changes in a minute.',
    hint: 'Wait {wait}, then try again.',
  },
  'account.email_same': {
    status: 400,
    title: 'That is already your email.',
    hint: 'Enter another one.',
  },
  'account.email_unusable': {
    status: 422,
    title: "That address can't be used for your account.",
    hint: 'Choose another one.',
  },
  // Said to whoever has agreed from that very address. Whoever only asks for it is not told.
  'account.email_taken': {
    status: 409,
    title: 'That address belongs to another account now.',
    hint: 'Sign in with it to get to that account, or choose another address for this one.',
  },
  'account.email_missing': {
    status: 409,
    title: 'A password needs an email to go with it.',
    hint: 'Add an email first.',
  },
  'account.code_needed': {
    status: 403,
    title: 'You signed in a while ago, so we mailed you a code.',
    hint: 'Enter the code together with the new password.',
  },
  'sign_in_method.last': {
    status: 409,
    title: 'This is the last way to sign in that the sign-in service has for your account.',
    hint: 'Add another one first.',
  },
  'sign_in_method.last_open': {
    status: 409,
    title: "Your account's other ways to sign in are switched off on this site.",
    hint: 'Add another one first.',
  },
  'sign_in_method.proven_wallet': {
    status: 409,
    title: 'That wallet is proven on your account.',
    hint: 'Remove it from your wallets. After that it no longer signs in.',
  },
  'sign_in_method.linking_off': {
    status: 422,
    title: 'This site does not let people add or remove ways to sign in.',
    hint: 'Ask the people who run it to switch on manual linking.',
  },
  'sign_in_method.unknown': {
    status: 404,
    title: 'That way to sign in is not on your account.',
    hint: 'It may have been removed already. Reload the page to see what is there.',
  },
  'sign_in_method.email_conflict': {
    status: 409,
    title: 'Removing it would leave an email that belongs to another account.',
    hint: 'Change the email of your account first.',
  },
} as const satisfies Record<string, CatalogueEntry>;
