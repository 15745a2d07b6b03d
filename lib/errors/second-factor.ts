import type { CatalogueEntry } from './catalogue-entry.ts';

/** Authenticators, their codes, and recovery codes. */
export const secondFactorErrors = {
  'factor.code_invalid': {
    status: 400,
    title: 'Enter the six digits your app shows.',
    hint: 'Check it and try again.',
  },
  'factor.code_wrong': {
    status: 403,
    title: "That code doesn't match, or it was already used.",
    hint: "Wait for the next code in your app. If that keeps happening, check your phone's clock.",
  },
  'factor.recovery_code_invalid': {
    status: 400,
    title: 'Enter the full recovery code: 16 letters and digits.',
    hint: 'Check it and try again.',
  },
  'factor.recovery_code_wrong': {
    status: 403,
    title: "That recovery code isn't valid, or it was already used.",
    hint: 'Each works once, and new codes replace old ones. Try another.',
  },
  'factor.step_over': {
    status: 403,
    title: 'This sign-in took longer than ten minutes.',
    hint: 'Sign in again from the start.',
  },
  'factor.needed': {
    status: 403,
    title: 'This needs a code from your authenticator app.',
    hint: 'Sign out and in again with a code. Nothing was changed.',
  },
  'factor.gone': {
    status: 404,
    title: 'That authenticator no longer exists.',
    hint: 'It was removed, or set up again in another tab. Reload the page.',
  },
  'factor.name_taken': {
    status: 422,
    title: 'Another authenticator was added at the same moment.',
    hint: 'Try again.',
  },
  'factor.too_many': {
    status: 422,
    title: 'An account can have at most ten authenticators.',
    hint: 'Remove one that you no longer use.',
  },
  'factor.off': {
    status: 422,
    title: 'Authenticator apps are switched off on this site.',
    hint: "Ask the site's team.",
  },
  'factor.email_needed': {
    status: 422,
    title: 'Your account has no email address.',
    hint: 'Add one first: your authenticator app lists the account by its email.',
  },
} as const satisfies Record<string, CatalogueEntry>;
