import type { CatalogueEntry } from './catalogue-entry.ts';

/** Separate from the entries of pages, since most pages have no form. */
export const formErrors = {
  'request.unsent': {
    status: 503,
    title: "That didn't reach us.",
    hint: 'What you typed is still here. Check your connection and try again.',
  },
  'request.outdated': {
    status: 409,
    title: 'The site was updated.',
    hint: 'Nothing changed. Reload the page, then submit again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
