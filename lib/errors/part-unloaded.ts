import type { CatalogueEntry } from './catalogue-entry.ts';

/** What stands in the place of a part of the page that few need, and whose code didn't arrive. Apart from the rows of pages: it comes with that part. */
export const partUnloadedErrors = {
  'request.part_unloaded': {
    status: 503,
    title: "We couldn't load this part of the page.",
    hint: 'Check your connection, then try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
