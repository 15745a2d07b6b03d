import type { CatalogueEntry } from './catalogue-entry.ts';

export const accountErrors = {
  'account.confirmation_wrong': {
    status: 400,
    title: "That isn't this account's address or ID.",
    hint: 'Nothing was deleted. Type it as it is shown above.',
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
    hint: "Your wallets, proofs and activity are deleted. We'll delete your email when the sign-in service is back. There is nothing left for you to do.",
  },
} as const satisfies Record<string, CatalogueEntry>;
