import type { CatalogueEntry } from './catalogue-entry.ts';

/** What the browser refuses when someone confirms by a passkey. Apart from the other rows, since it is shown without asking the server. */
export const passkeyStepUpErrors = {
  'step_up.passkey_not_used': {
    status: 400,
    title: 'No passkey was used.',
    hint: 'Try again, or confirm another way.',
  },
} as const satisfies Record<string, CatalogueEntry>;
