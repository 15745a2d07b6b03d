import type { CatalogueEntry } from './catalogue-entry.ts';

/** For a part of the page whose code didn't arrive. In a file of its own, because it is loaded with those parts alone. */
export const partUnloadedErrors = {
  'request.part_unloaded': {
    status: 503,
    title: "We couldn't load this part of the page.",
    hint: 'Check your connection, then try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
