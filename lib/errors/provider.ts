import type { CatalogueEntry } from './catalogue-entry.ts';

/** What can go wrong between here and a provider. The page that people come back to reads the code. */
export const providerErrors = {
  'provider.off': {
    status: 422,
    title: 'That sign-in method is switched off on this site.',
    hint: 'Choose another one.',
  },
  'provider.declined': {
    status: 403,
    title: 'You declined. Nothing changed.',
    hint: 'Try again, or choose another way.',
  },
  'provider.refused': {
    status: 502,
    title: "The other site didn't tell us who you are.",
    hint: 'Nothing changed. Try again, or choose another way.',
  },
  'provider.no_email': {
    status: 422,
    title: "Your account there didn't share an email address.",
    hint: 'Add one there, or choose another sign-in method.',
  },
  'provider.email_unverified': {
    status: 422,
    title: "The email of your account there isn't confirmed.",
    hint: 'Open the link in the confirmation email, or confirm it there and try again.',
  },
  'provider.other_browser': {
    status: 403,
    title: 'This sign-in started in another browser or has expired.',
    hint: 'Start again here.',
  },
  'provider.oauth_expired': {
    status: 403,
    title: 'That took too long, or was already used.',
    hint: 'Start again.',
  },
  'provider.taken': {
    status: 409,
    title: 'That account is already linked to another account on this site.',
    hint: 'Sign in with it to see which one. Unlink it there first.',
  },
} as const satisfies Record<string, CatalogueEntry>;
