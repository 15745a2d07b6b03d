import { withStatus } from './catalogue-entry.ts';

export const signInMethodErrors = {
  ...withStatus(400, {
    'account.name_required': ['Enter a name.', 'Or close this form: a name is optional.'],
    'account.name_invalid': [
      'Use letters from one alphabet, digits, spaces, dots, dashes, underscores and apostrophes.',
      "Other characters can't be used.",
    ],
    'account.name_too_long': ['Use up to 32 characters.', 'Shorten the name, then save it again.'],
    'account.name_like_code': [
      "A name can't look like an account ID.",
      'Leave out "ID" and anything like "7F3K-2Q9D".',
    ],
    'account.email_same': ['That is already your email.', 'Enter another one.'],
  }),
  ...withStatus(403, {
    'account.code_needed': [
      'You signed in a while ago, so we mailed you a code.',
      'Enter the code together with the new password.',
    ],
  }),
  ...withStatus(404, {
    'sign_in_method.unknown': [
      'That sign-in method is not on your account.',
      'It may already have been removed. Reload the page.',
    ],
  }),
  ...withStatus(409, {
    // Returned only to a user who confirmed from this very address. A request for the address doesn't reveal it.
    'account.email_taken': [
      'That address belongs to another account now.',
      'Sign in with it to reach that account, or choose another address for this one.',
    ],
    'account.email_missing': ['A password needs an email to go with it.', 'Add an email first.'],
    'sign_in_method.last': [
      "This is your account's last sign-in method at the sign-in service.",
      'Add another one first.',
    ],
    'sign_in_method.last_open': [
      'Your other sign-in methods are switched off on this site.',
      'Add another one first.',
    ],
    'sign_in_method.proven_wallet': [
      'That wallet is proven on your account.',
      "Remove it from your wallets. After that, it can't be used to sign in.",
    ],
    'sign_in_method.email_conflict': [
      'Without it, your account would be left with an email that belongs to another account.',
      "Change your account's email first.",
    ],
  }),
  ...withStatus(422, {
    'account.email_unusable': ["That address can't be used for your account.", 'Choose another one.'],
    'sign_in_method.linking_off': [
      "This site doesn't let people add or remove sign-in methods.",
      "Ask the site's team to switch on manual linking.",
    ],
  }),
  ...withStatus(429, {
    'account.too_many_changes': ['Too many changes in a minute.', 'Wait {wait}, then try again.'],
  }),
};
