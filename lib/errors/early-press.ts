import type { CatalogueEntry } from './catalogue-entry.ts';

/**
 * What a held button says when it is pressed too soon. The row has its own file, because a browser needs it without the
 * others.
 */
export const earlyPressErrors = {
  'request.too_soon': {
    status: 409,
    title: 'The page had just opened or moved.',
    hint: 'Nothing was sent. Press again in a moment.',
  },
} as const satisfies Record<string, CatalogueEntry>;
