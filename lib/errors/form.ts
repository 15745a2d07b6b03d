import type { CatalogueEntry } from './catalogue-entry.ts';

/** Apart from the rows of pages, since most pages have no form to begin with. */
export const formErrors = {
  'request.unsent': {
    status: 503,
    title: "That didn't reach us.",
    hint: 'What you typed is still here. Check your connection and try again.',
  },
  'request.outdated': {
    status: 409,
    title: 'The site was updated.',
    hint: 'Nothing was done. Load this page again, then send the form.',
  },
} as const satisfies Record<string, CatalogueEntry>;
