import type { CatalogueEntry } from './catalogue-entry.ts';

/** A file of its own, because every page carries it along for when nothing else is left to show. */
export const unexpectedError = {
  status: 500,
  title: 'Something went wrong on our side.',
  hint: 'Nothing was changed. Try again.',
} as const satisfies CatalogueEntry;
