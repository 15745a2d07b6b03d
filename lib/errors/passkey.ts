import type { CatalogueEntry } from './catalogue-entry.ts';

/** Passkeys, as the server answers about them. */
export const passkeyErrors = {
  'passkey.unknown': {
    status: 404,
    title: 'This passkey no longer works here.',
    hint: 'Continue another way. You can add a new one under Security.',
  },
  'passkey.refused': {
    status: 400,
    title: "That passkey wasn't accepted.",
    hint: 'Try again, or continue without it. If it keeps happening, delete it on your device and add it again.',
  },
  'passkey.expired': {
    status: 410,
    title: 'That took longer than five minutes.',
    hint: 'Try again.',
  },
  'passkey.not_verified': {
    status: 403,
    title: "Your device didn't verify you.",
    hint: 'Set up a PIN or fingerprint, or continue without this passkey.',
  },
  'passkey.wrong_account': {
    status: 403,
    title: 'That passkey is for another account.',
    hint: 'Use one for this account, or confirm another way.',
  },
  'passkey.too_many': {
    status: 422,
    title: 'You have 10 passkeys.',
    hint: 'Remove one first.',
  },
  'passkey.off': {
    status: 422,
    title: 'Passkeys are switched off on this site.',
    hint: 'Continue another way.',
  },
  'passkey.last': {
    status: 409,
    title: 'This passkey is your only sign-in method.',
    hint: 'Add another sign-in method first.',
  },
  'passkey.gone': {
    status: 404,
    title: 'That passkey no longer exists.',
    hint: 'It was removed in another tab or on another device. Reload the page.',
  },
  'passkey.name_invalid': {
    status: 400,
    title: 'Use up to 40 characters, or 30 emoji.',
    hint: "Characters that hide or reverse others aren't allowed.",
  },
} as const satisfies Record<string, CatalogueEntry>;
