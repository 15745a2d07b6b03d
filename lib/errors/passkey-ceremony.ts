import type { CatalogueEntry } from './catalogue-entry.ts';

/** What goes wrong with a passkey before the server hears of it. */
export const passkeyCeremonyErrors = {
  'passkey.not_used': {
    status: 400,
    title: 'No passkey was used.',
    hint: 'Try again, or sign in another way.',
  },
  'passkey.already_here': {
    status: 409,
    title: 'This device already has a passkey for your account.',
    hint: 'You can sign in with it. Nothing was added.',
  },
} as const satisfies Record<string, CatalogueEntry>;
