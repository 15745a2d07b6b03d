import { accountErrors } from './errors/account.ts';
import { balanceErrors } from './errors/balance.ts';
import type { CatalogueEntry } from './errors/catalogue-entry.ts';
import { formErrors } from './errors/form.ts';
import { pageErrors } from './errors/page.ts';
import { providerErrors } from './errors/provider.ts';
import { publicProofErrors } from './errors/public-proof.ts';
import { secondFactorErrors } from './errors/second-factor.ts';
import { signInMethodErrors } from './errors/sign-in-method.ts';
import { stepUpErrors } from './errors/step-up.ts';
import { walletErrors } from './errors/wallet.ts';
import { walletListErrors } from './errors/wallet-list.ts';
import { walletSignInErrors } from './errors/wallet-sign-in.ts';

/**
 * The catalogue: every expected failure, by code.
 *
 * A code is `domain.reason`, is never reused for something else, and is what travels: in results, logs and tests. Its
 * sentence lives here only. Rows that reach a browser as code are in files of their own, so that a page does not
 * carry them all.
 */
export const errors = {
  ...balanceErrors,
  ...formErrors,
  ...accountErrors,
  ...pageErrors,
  ...stepUpErrors,
  ...providerErrors,
  ...publicProofErrors,
  ...secondFactorErrors,
  ...walletErrors,
  ...walletListErrors,
  ...walletSignInErrors,
  ...signInMethodErrors,

  // Configuration
  'config.backend_required': {
    status: 500,
    title: 'The backend address and public key are required.',
    hint: 'Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY in the environment or in .env.local.',
  },

  // The backend and the request itself
  'backend.unavailable': {
    status: 503,
    title: "We can't reach the sign-in service.",
    hint: 'Nothing was changed. Try again in a moment.',
  },
  'backend.tokens_refused': {
    status: 503,
    title: "This site can't use what its sign-in service gives out.",
    hint: 'Nothing was changed. The people who run this site can see in its log what to set.',
  },
  'request.cross_site': {
    status: 403,
    title: 'This request came from another site.',
    hint: 'Open the page here and try again.',
  },
  'request.wrong_content_type': {
    status: 415,
    title: "We can't read that kind of request.",
    hint: 'Send the form from the page itself.',
  },
  'request.too_large': {
    status: 413,
    title: 'That is more than this form takes.',
    hint: 'Shorten it and send it again.',
  },
  'request.too_slow': {
    status: 408,
    title: "That didn't arrive in time.",
    hint: 'Check your connection and send it again.',
  },
  'request.malformed': {
    status: 400,
    title: "We can't read what was sent.",
    hint: 'Send the form from the page itself.',
  },
  'request.outdated': {
    status: 409,
    title: 'This page is older than the site.',
    hint: 'Load it again, then send the form again.',
  },
  'request.method_not_allowed': {
    status: 405,
    title: "This address doesn't take that kind of request.",
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
    hint: 'Correct it and try again.',
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
    title: 'Enter the six digits from the mail.',
    hint: 'Correct it and try again.',
  },
  'field.required': { status: 400, title: 'Fill this in.', hint: 'Then try again.' },

  // Signing in
  'auth.invalid_credentials': {
    status: 400,
    title: "That email and password don't match an account.",
    hint: 'Check both, or reset your password.',
  },
  'auth.email_not_confirmed': {
    status: 400,
    title: "This email isn't confirmed yet.",
    hint: 'Open the link in the mail we sent you, or send a new one.',
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
    hint: 'Open the one in the newest mail, or ask for a new one.',
  },
  'auth.code_wrong': {
    status: 403,
    title: "That code doesn't match, or it has expired.",
    hint: 'Use the code from the newest mail, or ask for a new one.',
  },
  'auth.mail_too_soon': {
    status: 429,
    title: 'A mail is already on its way.',
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
    title: "The mail couldn't be sent.",
    hint: 'Nothing was changed. Try again later.',
  },
  'auth.email_off': {
    status: 422,
    title: 'Signing in by email is switched off on this site.',
    hint: 'Choose another way to sign in.',
  },
  'auth.session_too_large': {
    status: 500,
    title: 'Your account carries more data than a session can hold.',
    hint: 'Ask the people who run this site to shorten the data on your account.',
  },
  'auth.session_ended': {
    status: 401,
    title: 'Your session has ended.',
    hint: 'You may have signed out on another device, or the password was changed. Sign in to go on where you were.',
  },
  'auth.session_not_ended': {
    status: 503,
    title: 'You are signed out in this browser.',
    hint: "We couldn't reach the sign-in service to end the session itself. Sign in and out again later to end it.",
  },
  'auth.signed_out': {
    status: 401,
    title: 'You are signed out.',
    hint: 'Sign in to go on.',
  },
  'session.unknown': {
    status: 404,
    title: 'That session is not on your account.',
    hint: 'It may have ended. Reload the page to see what is there.',
  },

  // Wallets on an account
  'wallet.address_invalid': {
    status: 400,
    title: 'Nobody can sign with that address.',
    hint: 'Choose another account in your wallet.',
  },
  'wallet.unknown': {
    status: 404,
    title: 'That wallet is not on your account.',
    hint: 'It may have been removed or moved. Reload the page to see what is there.',
  },
  'wallet.too_many_changes': {
    status: 429,
    title: 'That was a lot of changes in a minute.',
    hint: 'Wait {wait}, then try again.',
  },
  'wallet.label_invalid': {
    status: 400,
    title: 'Use up to 40 plain characters.',
    hint: 'Characters that hide or reverse others are not allowed.',
  },
  'wallet.proven_elsewhere': {
    status: 409,
    title: 'This wallet is proven on another account.',
    hint: 'You can move it here with a second signature. Its proof there ends, and the owner of that account is told.',
  },
  'wallet.only_sign_in_method': {
    status: 409,
    title: 'This wallet is the only way to sign in to its account.',
    hint: 'Sign in there and add an email first. Then it can be moved.',
  },

  // Proofs
  'proof.challenge_gone': {
    status: 409,
    title: 'This statement has expired or was already used.',
    hint: 'Nothing changed. Ask for a new one.',
  },
  'proof.refused': {
    status: 400,
    title: "That signature doesn't match the statement.",
    hint: 'Nothing changed. Try again, and check that the right account is chosen in your wallet.',
  },
  'proof.statement_changed': {
    status: 400,
    title: 'Your wallet wrote its own text instead of the statement.',
    hint: 'Nothing changed. Sign the text in another way, and check that the right account is chosen in your wallet.',
  },
  'proof.transaction_changed': {
    status: 400,
    title: 'Your wallet changed the transaction before it was signed.',
    hint: 'Nothing changed. Switch off whatever adds fees or checks to transactions, or sign the message instead.',
  },
  'proof.too_many_challenges': {
    status: 429,
    title: 'That was a lot of statements in a minute.',
    hint: 'Wait {wait}, then try again.',
  },

  // Public proofs and the interface for other apps
  'proof.not_found': {
    status: 404,
    title: 'There is no public proof at this address.',
    hint: 'Check the address, or ask the owner of the proof whether it is public.',
  },
  'api.not_found': {
    status: 404,
    title: 'There is nothing at this address.',
    hint: 'Check it against the description of the API.',
  },
  'api.method_not_allowed': {
    status: 405,
    title: 'This address can only be read.',
    hint: 'Send a GET or HEAD request.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errors;
