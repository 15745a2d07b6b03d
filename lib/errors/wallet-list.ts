import type { CatalogueEntry } from './catalogue-entry.ts';

/** The one row that the page of wallets carries from the start: what would bring the others did not arrive. */
export const walletListErrors = {
  'wallet.list_failed': {
    status: 503,
    title: "We couldn't load the list of wallets.",
    hint: 'Check your connection, then try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
