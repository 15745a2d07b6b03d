import type { CatalogueEntry } from './catalogue-entry.ts';

/** Rows that a browser must have before anything goes wrong, because it can't ask for them then. */
export const pageErrors = {
  'session.unavailable': {
    status: 503,
    title: "We can't reach the sign-in service.",
    next: 'You are still signed in. This page tries again by itself.',
  },
  'request.unexpected': {
    status: 500,
    title: 'Something went wrong on our side.',
    next: 'Nothing was changed. Try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
