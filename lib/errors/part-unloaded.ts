import type { CatalogueEntry } from './catalogue-entry.ts';

/** Loaded only with parts of a page that may fail to load. */
export const partUnloadedErrors = {
  'request.part_unloaded': {
    status: 503,
    title: "We couldn't load this part of the page.",
    hint: 'Check your connection, then try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
