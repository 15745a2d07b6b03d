import type { CatalogueEntry } from './catalogue-entry.ts';

/** Shown by a held button that is pressed too soon. A file of its own, because a browser loads it alone. */
export const earlyPressErrors = {
  'request.too_soon': {
    status: 409,
    title: 'The page had just opened or moved.',
    hint: 'Nothing was sent. Press again in a moment.',
  },
} as const satisfies Record<string, CatalogueEntry>;
