import type { CatalogueEntry } from './catalogue-entry.ts';

/** Shown by a held button that is pressed too soon. In a separate file, because browsers load only this entry. */
export const earlyPressErrors = {
  'request.too_soon': {
    status: 409,
    title: 'The page opened or moved as you pressed.',
    hint: 'Nothing was sent. Press again in a moment.',
  },
} as const satisfies Record<string, CatalogueEntry>;
