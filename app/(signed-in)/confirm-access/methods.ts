import type { StepUpMethod } from '@/lib/auth/step-up/require-recent-auth';

export type OfferedMethod = StepUpMethod;

export const otherMethods: Record<StepUpMethod, string> = {
  passkey: 'Use a passkey',
  authenticator: 'Use your authenticator',
  password: 'Use your password',
  code: 'Use a code by email',
  wallet: 'Use a wallet',
};

export const authenticatorReason =
  'This change needs a code from your authenticator, not a passkey or a recovery code. We ask once per session.';

export const removeLost = 'Lost your authenticator? Remove it first';

export const recoverBySigningIn = 'Lost your authenticator? Sign out, then sign in with a recovery code.';

/** Completes "Confirm it's you to …". Other paths need no purpose. */
const purposes: Record<string, string> = {
  '/account': 'change your account',
  '/account/delete': 'delete your account',
  '/activity/not-me': 'end your other sessions',
  '/security': 'change how you sign in',
  '/security/authenticator': 'add an authenticator app',
  '/security/recovery-codes': 'make recovery codes',
  '/wallets': 'change your wallets',
};

export function namePurpose(next: string): string {
  if (next.endsWith('#export')) return 'export your account';
  const path = next.split(/[?#]/)[0] ?? '';
  return Object.hasOwn(purposes, path) ? `${purposes[path]}` : 'continue';
}
