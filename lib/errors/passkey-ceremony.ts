import type { CatalogueEntry } from './catalogue-entry.ts';

// The passkey failures that browsers load, in two parts, because few pages need the second.

export const passkeyUseErrors = {
  // Cancelled, no passkey here, not verified, or timed out: browsers don't say which.
  'passkey.not_used': {
    status: 400,
    title: 'No passkey was used.',
    hint: 'Try again, or sign in another way.',
  },
  'passkey.wrong_address': {
    status: 400,
    title: "Passkeys don't work at this address of the site.",
    hint: 'Continue another way, or open the site at its usual address.',
  },
  'passkey.unanswered': {
    status: 503,
    title: "The site didn't respond.",
    hint: 'Check your connection and try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export const passkeyMakingErrors = {
  'passkey.not_made': {
    status: 400,
    title: 'No passkey was added. Nothing changed.',
    hint: 'Try again whenever you like.',
  },
  'passkey.already_here': {
    status: 409,
    title: 'This device already has a passkey for your account.',
    hint: 'Use that one, or add a passkey on another device.',
  },
  // The device created it, but the server's response got lost.
  'passkey.maybe_added': {
    status: 503,
    title: "The connection broke, so we don't know whether the passkey was added.",
    hint: 'Check your passkeys under Security before you try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;
