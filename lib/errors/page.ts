import type { CatalogueEntry } from './catalogue-entry.ts';
import { unexpectedError } from './unexpected.ts';

/** Rows that a browser must have before anything goes wrong, because it can't ask for them then. */
export const pageErrors = {
  'session.unavailable': {
    status: 503,
    title: "Part of this site isn't answering.",
    hint: 'You are still signed in. This page tries again by itself.',
  },
  'request.unexpected': unexpectedError,
} as const satisfies Record<string, CatalogueEntry>;
