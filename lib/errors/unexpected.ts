import type { CatalogueEntry } from './catalogue-entry.ts';

/** In a separate file, because every page loads it for failures of everything else. */
export const unexpectedError = {
  status: 500,
  title: 'Something went wrong on our side.',
  hint: 'Nothing changed. Try again.',
} as const satisfies CatalogueEntry;
