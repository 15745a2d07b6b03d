import type { CatalogueEntry } from './catalogue-entry.ts';

/** Separate from the other entries, because the browser shows these without a request. */
export const passkeyStepUpErrors = {
  'step_up.passkey_not_used': {
    status: 400,
    title: 'No passkey was used.',
    hint: 'Try again, or confirm another way.',
  },
} as const satisfies Record<string, CatalogueEntry>;
