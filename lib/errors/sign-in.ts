import { type CatalogueEntry, withStatus } from './catalogue-entry.ts';

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
    'auth.email_off': ['Sign-in by email is turned off on this site.', 'Choose another sign-in method.'],
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
    'auth.mail_failed': ["The email couldn't be sent.", 'Nothing changed. Try again later.'],
    'auth.session_not_ended': [
      'You are signed out in this browser.',
      "We couldn't reach the sign-in service to end the session itself. Sign in and out again later to end it.",
    ],
  }),
};

export const providerErrors = {
  ...withStatus(403, {
    'provider.declined': ['You declined. Nothing changed.', 'Try again, or choose another way.'],
    'provider.other_browser': [
      'This sign-in started in another browser or has expired.',
      'Start again here.',
    ],
    'provider.oauth_expired': ['This sign-in took too long or was already used.', 'Start again.'],
  }),
  ...withStatus(409, {
    'provider.taken': [
      'Another account on this site already uses that sign-in.',
      'Sign in with it to open that account, then remove it there.',
    ],
  }),
  ...withStatus(422, {
    'provider.off': ['That sign-in method is turned off on this site.', 'Choose another one.'],
    'provider.no_email': [
      "Your account there didn't share an email address.",
      'Add one there, or choose another sign-in method.',
    ],
    'provider.email_unverified': [
      "The email of your account there isn't confirmed.",
      'Open the link in the confirmation email, or confirm it there and try again.',
    ],
  }),
  ...withStatus(502, {
    'provider.refused': [
      "The other site didn't tell us who you are.",
      'Nothing changed. Try again, or choose another way.',
    ],
  }),
};

export const walletSignInErrors = {
  'wallet.needs_email': {
    status: 409,
    title: 'This wallet is proven on an account that has no email.',
    hint: 'Sign in with the wallet that created the account, and add an email there. Then this wallet signs in too.',
  },
  'wallet.account_by_email_first': {
    status: 409,
    title: "No account has this wallet, and this kind of signature can't create one.",
    hint: "Creating an account takes a plain signed message, which many hardware wallets can't make. Create one by email, then prove the wallet there to sign in with it.",
  },
  'wallet.accounts_off': {
    status: 422,
    title: "Wallets can't create accounts on this site.",
    hint: 'Create an account by email, then prove the wallet there to sign in with it.',
  },
  'wallet.removed_from_account': {
    status: 409,
    title: 'This wallet was removed from its account.',
    hint: 'Sign in to that account another way and prove the wallet again.',
  },
  'wallet.opens_other_account': {
    status: 409,
    title: 'This wallet has an account but was never proven on it.',
    hint: 'Create an account by email and prove the wallet there. Then it signs in to that account.',
  },
  'wallet.ended_by_other_tab': {
    status: 409,
    title: 'This sign-in ended before it was complete.',
    hint: 'Nothing changed here. Sign in with the wallet again.',
  },
  'wallet.sign_in_closed': {
    status: 403,
    title: "This wallet can't sign in here.",
    hint: "Sign in another way, or ask the site's team.",
  },
  'wallet.last_sign_in_method': {
    status: 409,
    title: "This wallet is your account's only sign-in method.",
    hint: 'Add an email first. Then you can remove the wallet.',
  },
  'proof.names_no_account': {
    status: 409,
    title: 'This proof was made by signing in, so it names no account.',
    hint: 'Prove the wallet again, then make its proof public.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export const captchaErrors = {
  ...withStatus(400, {
    'captcha.failed': ["The captcha didn't go through.", 'Complete it again, then continue.'],
    'captcha.missing': [
      'Complete the captcha first.',
      "It's on this page and needs JavaScript. Then try again.",
    ],
    'captcha.needs_scripts': [
      'Complete a captcha to continue.',
      'It needs JavaScript: turn it on and reload the page.',
    ],
    'captcha.waiting': ['Complete the captcha.', "You'll continue automatically."],
    'captcha.expired': ['The captcha has expired.', 'Complete it again. What you typed is still here.'],
  }),
  ...withStatus(503, {
    'captcha.unloaded': [
      "The captcha didn't load.",
      'Reload this page. If a browser extension or your network blocks it, allow it here.',
    ],
    'captcha.not_set_up': [
      "Signing in isn't set up completely on this site.",
      "Nobody can sign in this way yet, and nothing you typed was wrong. Tell the site's team.",
    ],
  }),
};
