import type { CatalogueEntry } from './catalogue-entry.ts';

/** The only such entry that the page of wallets loads from the start: it reports that the list itself failed to load. */
export const walletListErrors = {
  'wallet.list_failed': {
    status: 503,
    title: "We couldn't load the list of wallets.",
    hint: 'Check your connection, then try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
