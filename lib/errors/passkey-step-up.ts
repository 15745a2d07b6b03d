import type { CatalogueEntry } from './catalogue-entry.ts';

/** Apart from the other rows, because the browser shows these without asking the server. */
export const passkeyStepUpErrors = {
  'step_up.passkey_not_used': {
    status: 400,
    title: 'No passkey was used.',
    hint: 'Try again, or confirm another way.',
  },
} as const satisfies Record<string, CatalogueEntry>;
