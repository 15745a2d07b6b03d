import type { CatalogueEntry } from './catalogue-entry.ts';

/** Balances. The browser requests them itself, so it loads these entries. */
export const balanceErrors = {
  'balance.rate_limited': {
    status: 429,
    title: 'The Solana server asks us to slow down.',
    hint: 'Balances may be out of date. This page tries again in about a minute.',
  },
  'balance.refused': {
    status: 403,
    title: 'The Solana server refuses requests from this site.',
    hint: "Balances may be out of date. The site's team can set another server.",
  },
  'balance.unreachable': {
    status: 503,
    title: "We can't reach the Solana server.",
    hint: 'Balances may be out of date. This page keeps trying.',
  },
  'balance.unreadable': {
    status: 502,
    title: "We can't read the Solana server's answers.",
    hint: 'Balances may be out of date. This page keeps trying.',
  },
  'balance.test_sol_failed': {
    status: 503,
    title: "The local chain didn't send the test SOL.",
    hint: 'Nothing changed. Try again in a moment.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type BalanceErrorCode = keyof typeof balanceErrors;
