/**
 * The catalogue: every expected failure, by code.
 *
 * A code is `domain.reason`, is never reused for something else, and is what travels: in results, logs and
 * tests. The sentence lives here only. `title` says what happened, `next` what to do about it; `{wait}` stands for
 * a time like "12 seconds". `status` is the HTTP status of an answer that carries the code.
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
    next: 'Nothing was changed. Try again in a moment.',
  },
  'session.unavailable': {
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
  'field.code_invalid': {
    status: 400,
    title: 'Enter the six digits from the mail.',
    next: 'Correct it and try again.',
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
  'auth.code_wrong': {
    status: 403,
    title: "That code doesn't match, or it has expired.",
    next: 'Use the code from the newest mail, or ask for a new one.',
  },
  'auth.mail_too_soon': {
    status: 429,
    title: 'A mail is already on its way.',
    next: 'Wait {wait} before you ask for another.',
  },
  'auth.too_many_attempts': {
    status: 429,
    title: 'Too many attempts.',
    next: 'Wait {wait}, then try again.',
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
  'wallet.not_ready': {
    status: 400,
    title: "That wallet isn't ready.",
    next: 'Finish setting it up or choose another wallet, then try again.',
  },
  'wallet.not_connected': {
    status: 400,
    title: 'No wallet is connected.',
    next: 'Connect a wallet, then try again.',
  },
  'wallet.connection_failed': {
    status: 400,
    title: "We couldn't connect to that wallet. Nothing changed.",
    next: 'Try again, or choose another wallet.',
  },
  'wallet.load_failed': {
    status: 400,
    title: "We couldn't load that wallet.",
    next: 'Try again, or update the wallet.',
  },
  'wallet.list_failed': {
    status: 503,
    title: "We couldn't load the list of wallets.",
    next: 'Check your connection, then try again.',
  },
  'wallet.broke_page': {
    status: 500,
    title: 'A wallet in this browser does not work with this page.',
    next: 'The rest of the page still works. Switch off the wallet you added last, then try again.',
  },
  'wallet.cancelled': {
    status: 400,
    title: 'You cancelled. Nothing changed.',
    next: 'Try again whenever you like.',
  },
  'wallet.declined': {
    status: 400,
    title: 'You declined. Nothing changed.',
    next: 'Try again whenever you like.',
  },
  'wallet.request_open': {
    status: 409,
    title: 'A request is already open in your wallet.',
    next: 'Open the wallet, answer it there, then try again.',
  },
  'wallet.locked': {
    status: 403,
    title: "Your wallet is locked or doesn't allow this site.",
    next: 'Unlock it and allow this site, then try again.',
  },
  'wallet.offline': {
    status: 503,
    title: "Your wallet can't reach the network.",
    next: 'Check its connection, then try again.',
  },
  'wallet.wrong_network': {
    status: 400,
    title: 'Your wallet is on another network.',
    next: "Switch the wallet to this site's network, then try again.",
  },
  'wallet.disconnected': {
    status: 400,
    title: 'Your wallet disconnected. What you have proven is still yours.',
    next: 'Connect it again whenever you like.',
  },
  'wallet.no_account': {
    status: 400,
    title: 'That wallet has no account we can use.',
    next: 'Choose another account in it, or another wallet.',
  },
  'wallet.timed_out': {
    status: 504,
    title: "Your wallet didn't answer.",
    next: 'Open it and try again, or choose another wallet.',
  },
  'wallet.window_blocked': {
    status: 400,
    title: "Your browser blocked the wallet's window.",
    next: 'Allow pop-ups for this site, then try again.',
  },
  'wallet.window_closed': {
    status: 400,
    title: "The wallet's window was closed. Nothing changed.",
    next: 'Try again, and keep it open until you have answered.',
  },
  'wallet.browser_unsupported': {
    status: 400,
    title: "This browser can't open a wallet app.",
    next: 'Open this page in Chrome, then try again.',
  },
  'wallet.loopback_blocked': {
    status: 403,
    title: 'This browser keeps the page from reaching apps on your device.',
    next: 'Allow "Apps on device" for this site, then try again.',
  },
  'wallet.session_timeout': {
    status: 504,
    title: "We couldn't reach the wallet app.",
    next: 'Open the app, then try again.',
  },
  'wallet.session_closed': {
    status: 400,
    title: 'The phone left before it answered.',
    next: 'Connect it again.',
  },
  'wallet.insecure_page': {
    status: 400,
    title: 'Wallets only work on secure pages.',
    next: 'Open this site with https.',
  },
  'wallet.demo_unavailable': {
    status: 400,
    title: "This browser can't keep the key of the Demo Wallet.",
    next: 'Use a current browser, outside private mode, or choose another wallet.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errors;
