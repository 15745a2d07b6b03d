import type { CatalogueEntry } from './catalogue-entry.ts';

export const walletSignInErrors = {
  'wallet.needs_email': {
    status: 409,
    title: 'This wallet is proven on an account that has no email.',
    hint: 'Sign in with the wallet that created the account, and add an email there. Then this wallet signs in too.',
  },
  'wallet.account_by_email_first': {
    status: 409,
    title: "This wallet is on no account, and we can't create one with this kind of signature.",
    hint: 'The sign-in service takes only a plain signed message for that, which many hardware wallets cannot give. Create an account by email and prove the wallet there. Then it signs in.',
  },
  'wallet.accounts_off': {
    status: 422,
    title: "Wallets can't create accounts on this site.",
    hint: 'Create an account by email and prove the wallet there. Then it signs in.',
  },
  'wallet.removed_from_account': {
    status: 409,
    title: 'This wallet was removed from its account.',
    hint: 'Sign in to that account another way and prove the wallet again.',
  },
  'wallet.opens_other_account': {
    status: 409,
    title: 'This wallet has an account but was never proven on it.',
    hint: 'Create an account by email and prove the wallet there. Then it signs in to that one.',
  },
  'wallet.ended_by_other_tab': {
    status: 409,
    title: 'Another tab signed in with this wallet at the same time.',
    hint: 'Nothing changed here. Sign in with the wallet again.',
  },
  'wallet.sign_in_closed': {
    status: 403,
    title: "This wallet can't sign in here.",
    hint: 'Sign in another way, or ask the people who run this site.',
  },
  'wallet.last_sign_in_method': {
    status: 409,
    title: "This wallet is your account's only sign-in method.",
    hint: 'Add an email first. Then the wallet can be removed.',
  },
  'proof.names_no_account': {
    status: 409,
    title: 'This proof was made by signing in, so it names no account.',
    hint: 'Prove the wallet again, then make its proof public.',
  },
} as const satisfies Record<string, CatalogueEntry>;
