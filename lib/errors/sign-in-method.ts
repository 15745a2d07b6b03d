import type { CatalogueEntry } from './catalogue-entry.ts';

/** What a person changes about their account: its name, its e-mail, its sign-in methods. */
export const signInMethodErrors = {
  'account.name_required': {
    status: 400,
    title: 'Enter a name.',
    hint: 'Or close this form: a name is optional.',
  },
  'account.name_invalid': {
    status: 400,
    title: 'Use letters from one alphabet, digits, spaces, dots, dashes, underscores and apostrophes.',
    hint: "Other characters can't be used.",
  },
  'account.name_too_long': {
    status: 400,
    title: 'Use up to 32 characters.',
    hint: 'Shorten the name, then save it again.',
  },
  'account.name_like_code': {
    status: 400,
    title: "A name can't look like an account ID.",
    hint: 'Leave out "ID" and anything like "7F3K-2Q9D".',
  },
  'account.too_many_changes': {
    status: 429,
    title: 'Too many changes in a minute.',
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
  // Said to anyone who has agreed from that very address. Anyone who only asks for it is not told.
  'account.email_taken': {
    status: 409,
    title: 'That address belongs to another account now.',
    hint: 'Sign in with it to reach that account, or choose another address for this one.',
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
    title: "This is your account's last sign-in method at the sign-in service.",
    hint: 'Add another one first.',
  },
  'sign_in_method.last_open': {
    status: 409,
    title: 'Your other sign-in methods are switched off on this site.',
    hint: 'Add another one first.',
  },
  'sign_in_method.proven_wallet': {
    status: 409,
    title: 'That wallet is proven on your account.',
    hint: "Remove it from your wallets. After that, it can't be used to sign in.",
  },
  'sign_in_method.linking_off': {
    status: 422,
    title: "This site doesn't let people add or remove sign-in methods.",
    hint: "Ask the site's team to switch on manual linking.",
  },
  'sign_in_method.unknown': {
    status: 404,
    title: 'That sign-in method is not on your account.',
    hint: 'It may already have been removed. Reload the page.',
  },
  'sign_in_method.email_conflict': {
    status: 409,
    title: 'Without it, your account would be left with an email that belongs to another account.',
    hint: "Change your account's email first.",
  },
} as const satisfies Record<string, CatalogueEntry>;
