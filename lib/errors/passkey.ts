import { withStatus } from './catalogue-entry.ts';

export const passkeyErrors = {
  ...withStatus(400, {
    'passkey.refused': [
      "That passkey wasn't accepted.",
      'Try again, or continue without it. If it keeps happening, delete it on your device and add it again.',
    ],
    'passkey.name_invalid': [
      'Use up to 40 characters, or 30 emoji.',
      "Characters that hide or reverse others aren't allowed.",
    ],
  }),
  ...withStatus(403, {
    'passkey.not_verified': [
      "Your device didn't verify you.",
      'Set up a PIN or fingerprint, or continue without this passkey.',
    ],
    'passkey.wrong_account': [
      'That passkey is for another account.',
      'Use one for this account, or confirm another way.',
    ],
  }),
  ...withStatus(404, {
    'passkey.unknown': [
      'This passkey no longer works here.',
      'Continue another way. You can add a new one under Security.',
    ],
    'passkey.gone': [
      'That passkey no longer exists.',
      'It was removed in another tab or on another device. Reload the page.',
    ],
  }),
  ...withStatus(409, {
    'passkey.last': ['This passkey is your only sign-in method.', 'Add another sign-in method first.'],
  }),
  ...withStatus(410, {
    'passkey.expired': ['That took longer than five minutes.', 'Try again.'],
  }),
  ...withStatus(422, {
    'passkey.too_many': ['You have 10 passkeys.', 'Remove one first.'],
    'passkey.off': ['Passkeys are switched off on this site.', 'Continue another way.'],
  }),
};
