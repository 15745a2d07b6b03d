import { withStatus } from './catalogue-entry.ts';

export const accountErrors = {
  'account.confirmation_wrong': {
    status: 400,
    title: "That doesn't match this account's email or ID.",
    hint: 'Nothing was deleted. Type it exactly as shown.',
  },
  'account.too_many_exports': {
    status: 429,
    title: 'Too many exports in an hour.',
    hint: 'Wait {wait}, then try again. The files you already have are complete.',
  },
  'account.deleted': {
    status: 410,
    title: 'Your account was deleted.',
    hint: 'You can create a new account at any time.',
  },
  'account.deletion_unfinished': {
    status: 503,
    title: 'Your account is closed.',
    hint: "Your wallets, proofs and activity are deleted. We'll delete your email once the sign-in service responds again, so there's nothing left to do.",
  },

  // Its name and sign-in methods.
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
      'You signed in a while ago, so we emailed you a code.',
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
      'That email belongs to another account now.',
      'Sign in with it to reach that account, or choose another address for this one.',
    ],
    'account.email_missing': ['A password needs an email to go with it.', 'Add an email first.'],
    'sign_in_method.last': [
      'Your account needs at least one email, provider or wallet to sign in with.',
      'Add another one first.',
    ],
    'sign_in_method.last_open': [
      'Your other sign-in methods are turned off on this site.',
      'Add another one first.',
    ],
    'sign_in_method.proven_wallet': [
      'That wallet is proven on your account.',
      "Remove it from your wallets. After that, it can't be used to sign in.",
    ],
    'sign_in_method.email_conflict': [
      'Removing it would give your account an email that belongs to another account.',
      "Change your account's email first.",
    ],
  }),
  ...withStatus(422, {
    'account.email_unusable': ["That address can't be used for your account.", 'Choose another one.'],
    'sign_in_method.linking_off': [
      "This site doesn't let people add or remove sign-in methods.",
      "Ask the site's team to turn on manual linking.",
    ],
  }),
  ...withStatus(429, {
    'account.too_many_changes': ['Too many changes in a minute.', 'Wait {wait}, then try again.'],
  }),

  // Confirming access.
  ...withStatus(403, {
    'auth.recent_auth_required': [
      "Confirm it's you first.",
      "Nothing has changed yet. You'll continue from here.",
    ],
    'auth.second_factor_required': [
      'Enter the code from your authenticator first.',
      "Nothing has changed yet. You'll continue from here.",
    ],
    'auth.authenticator_code_required': [
      'This needs a code from your authenticator.',
      "A passkey or a recovery code isn't enough for this change. Nothing has changed yet, and you'll continue from here.",
    ],
    'step_up.password_wrong': [
      "That isn't your password.",
      'Check it and try again, or confirm another way.',
    ],
    'step_up.authenticator_code_wrong': [
      "That code doesn't match, or it has expired.",
      'Enter the one that your app shows now.',
    ],
    'step_up.method_unknown': [
      "Your account can't be confirmed this way.",
      'Reload the page to see which methods you can use.',
    ],
  }),
  ...withStatus(409, {
    'step_up.wallet_not_proven': [
      "This wallet isn't proven on your account.",
      'Choose one that is. Nothing was signed.',
    ],
  }),

  // Passkeys.
  ...withStatus(400, {
    'passkey.refused': [
      "That passkey wasn't accepted.",
      'Try again, or continue without it. If it keeps happening, delete it on your device and add it again.',
    ],
    'passkey.name_invalid': [
      'Use up to 40 characters, or 30 emoji.',
      "Characters that hide or reverse others aren't allowed.",
    ],
  }),
  ...withStatus(403, {
    'passkey.not_verified': [
      "Your device didn't verify you.",
      'Set up a PIN or fingerprint, or continue without this passkey.',
    ],
    'passkey.wrong_account': [
      'That passkey is for another account.',
      'Use one for this account, or confirm another way.',
    ],
  }),
  ...withStatus(404, {
    'passkey.unknown': [
      'This passkey no longer works here.',
      'Continue another way. You can add a new one under Security.',
    ],
    'passkey.gone': [
      'That passkey no longer exists.',
      'It was removed in another tab or on another device. Reload the page.',
    ],
  }),
  ...withStatus(409, {
    'passkey.last': ['This passkey is your only sign-in method.', 'Add another sign-in method first.'],
  }),
  ...withStatus(410, {
    'passkey.expired': ['That took longer than five minutes.', 'Try again.'],
  }),
  ...withStatus(422, {
    'passkey.too_many': ['You already have 10 passkeys, the maximum.', 'Remove one, then add another.'],
    'passkey.off': ['Passkeys are turned off on this site.', 'Continue another way.'],
  }),

  // Authenticators and recovery codes.
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
      'Sign out and in again with a code. Nothing changed.',
    ],
  }),
  ...withStatus(409, {
    'factor.codes_replaced': [
      'These codes no longer work.',
      'Newer codes replaced them. Use those, or reload this page to make new ones.',
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
    'factor.off': ['Authenticator apps are turned off on this site.', "Ask the site's team."],
    'factor.email_needed': [
      'Your account has no email address.',
      'Add one first: your authenticator app lists the account by its email.',
    ],
  }),
};
