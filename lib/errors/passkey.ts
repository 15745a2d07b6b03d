import type { CatalogueEntry } from './catalogue-entry.ts';

/** Passkeys, as the server answers about them. */
export const passkeyErrors = {
  'passkey.unknown': {
    status: 404,
    title: 'This passkey no longer opens an account here.',
    hint: 'Go on another way. You can add a new one under Security.',
  },
  'passkey.refused': {
    status: 400,
    title: "That passkey wasn't accepted.",
    hint: 'Try again, or go on without it. If it keeps happening, delete it on your device and add it anew.',
  },
  'passkey.expired': {
    status: 410,
    title: 'That took longer than five minutes.',
    hint: 'Try again.',
  },
  'passkey.not_verified': {
    status: 403,
    title: 'Your device did not check that it was you.',
    hint: 'Set a PIN or fingerprint, or go on without this passkey.',
  },
  'passkey.wrong_account': {
    status: 403,
    title: 'That passkey is for another account.',
    hint: 'Use one of this account, or confirm another way.',
  },
  'passkey.too_many': {
    status: 422,
    title: 'You have 10 passkeys.',
    hint: 'Remove one first.',
  },
  'passkey.off': {
    status: 422,
    title: 'Passkeys are switched off on this site.',
    hint: 'Go on another way.',
  },
  'passkey.last': {
    status: 409,
    title: 'Nothing but this passkey opens your account.',
    hint: 'Add another way to sign in first.',
  },
  'passkey.gone': {
    status: 404,
    title: 'That passkey is no longer there.',
    hint: 'It was removed in another tab or on another device. Reload the page to see what is there.',
  },
  'passkey.name_invalid': {
    status: 400,
    title: 'Use up to 40 characters, or 30 emoji.',
    hint: 'Characters that hide or reverse others are not allowed.',
  },
} as const satisfies Record<string, CatalogueEntry>;
