import type { CatalogueEntry } from './catalogue-entry.ts';

/** The entries that the page of wallets loads from the start: they report that its other code failed to load. */
export const walletListErrors = {
  'wallet.list_failed': {
    status: 503,
    title: "We couldn't load the list of wallets.",
    hint: 'Check your connection, then try again.',
  },
  'wallet.sharing_unloaded': {
    status: 503,
    title: "Couldn't open sharing.",
    hint: 'Check your connection.',
  },
} as const satisfies Record<string, CatalogueEntry>;
