import type { CatalogueEntry } from './catalogue-entry.ts';
import { unexpectedError } from './unexpected.ts';

/** Entries that a browser loads in advance, because it can't request them when they are needed. */
export const pageErrors = {
  'session.unavailable': {
    status: 503,
    title: "Something isn't responding.",
    hint: 'You are still signed in. This page retries automatically.',
  },
  'request.unexpected': unexpectedError,
} as const satisfies Record<string, CatalogueEntry>;
