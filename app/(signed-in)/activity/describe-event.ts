import type { EventDetails as KeptDetails } from '@/lib/activity/list-activity';
import { nameAppAt } from '@/lib/describe-place';
import { nameChangedMethod, nameSignInMethod } from '@/lib/session/sign-in-method';

type EventDetails = KeptDetails & { siteName?: string };

const accountSentences: Record<string, (details: EventDetails) => string> = {
  account_created: () => 'Created the account',
  signed_in: (details) => `Signed in ${describeSteps(details)}`,
  signed_in_elsewhere: (details) => `Signed in ${describeSteps(details)} on a new device`,
  sign_in_refused: ({ method }) => `Failed sign-in${describeRefused(method)}`,
  password_changed: () => 'Changed the password',
  email_changed: () => 'Changed the email',
  factor_added: ({ name }) => `Added the authenticator “${name ?? ''}”`,
  factor_removed: ({ name }) => `Removed the authenticator “${name ?? ''}”`,
  passkey_added: ({ name }) => `Added the passkey “${name ?? ''}”`,
  passkey_renamed: ({ name }) => `Renamed a passkey to “${name ?? ''}”`,
  passkey_removed: ({ name }) => `Removed the passkey “${name ?? ''}”`,
  recovery_codes_made: () => 'Made new recovery codes',
  first_recovery_codes_made: () => 'Made recovery codes',
  recovery_code_used: () => 'Used a recovery code',
  identity_added: ({ provider }) => `Added ${provider ?? 'a provider'} as a sign-in method`,
  identity_joined: ({ provider }) =>
    `${provider ?? 'A provider'} joined the account by its email as a sign-in method`,
  identity_removed: ({ provider }) => `Removed ${provider ?? 'a provider'} as a sign-in method`,
  method_found: ({ means }) => `${nameChangedMethod(means)} was set up outside this site`,
  method_lost: ({ means }) => `${nameChangedMethod(means)} was removed outside this site`,
  method_kept: ({ means }) => `${nameChangedMethod(means)} that was set up outside this site was kept`,
  session_ended: ({ ended_device }) => `Ended the session on ${ended_device ?? 'another device'}`,
  sessions_ended: () => 'Ended every other session',
  team_ended_sessions: ({ siteName, reason }) =>
    `The team of ${siteName ?? 'this site'} ended all sessions. Reason: ${reason ?? ''}`,
  team_removed_second_factor: ({ siteName, reason }) =>
    `The team of ${siteName ?? 'this site'} removed the second factor and ended all sessions. Reason: ${reason ?? ''}`,
  app_allowed: (details) => `Gave ${nameApp(details)} access`,
  app_allowed_more: (details) => `Gave ${nameApp(details)} access to more`,
  app_ended: (details) => `Access of ${nameApp(details)} ended`,
  app_token_reused: (details) => `Signed ${nameApp(details)} out: one of its old tokens was used again`,
  app_registered: (details) => `Registered ${nameApp(details)}`,
  app_changed: (details) => `Changed the registration of ${nameApp(details)}`,
  app_secret_rotated: (details) => `Made a new secret for ${nameApp(details)}`,
  app_removed: (details) => `Removed ${nameApp(details)} and its registration`,
  account_exported: () => 'Exported the account',
  account_renamed: ({ name }) =>
    name === undefined
      ? 'Changed the display name'
      : name
        ? `Changed the display name to “${name}”`
        : 'Removed the display name',
};

function nameApp({ app, host }: EventDetails): string {
  return app ? nameAppAt(app, host) : 'an app';
}

const secondSteps: Record<string, string> = {
  authenticator: ' and a code from an authenticator',
  recovery_code: ' and a recovery code',
};

function describeSteps({ method, second_step = '' }: EventDetails): string {
  const second = Object.hasOwn(secondSteps, second_step) ? secondSteps[second_step] : '';
  return nameSignInMethod(method) + second;
}

const refusals: Record<string, string> = {
  password: ': wrong password',
  code: ': wrong mailed code',
  authenticator: ': wrong authenticator code',
  recovery_code: ': wrong recovery code',
};

function describeRefused(method = ''): string {
  return (Object.hasOwn(refusals, method) && refusals[method]) || '';
}

const walletSentences: Record<string, (wallet: string, details: EventDetails) => string> = {
  wallet_proven: (wallet) => `Proved ${wallet}`,
  wallet_reproven: (wallet) => `Proved ${wallet} again`,
  wallet_moved_here: (wallet) => `Moved ${wallet} here from another account`,
  wallet_moved_away: (wallet) => `${wallet} was moved to another account`,
  wallet_removed: (wallet) => `Removed ${wallet}`,
  wallet_published: (wallet) => `Made the proof of ${wallet} public`,
  wallet_unpublished: (wallet) => `Made the proof of ${wallet} private`,
  wallet_label_changed: (wallet, { label }) =>
    label === undefined
      ? `Changed the label of ${wallet}`
      : label
        ? `Changed the label of ${wallet} to “${label}”`
        : `Removed the label of ${wallet}`,
  app_wallet_unshared: (wallet, details) => `Stopped sharing ${wallet} with ${nameApp(details)}`,
  wallet_made_primary: (wallet) => `Made ${wallet} the primary wallet`,
};

/** A newer version's kind gets a neutral sentence: hiding it could hide a break-in. @param wallet its name; null if not about one. */
export function describeEvent(kind: string, wallet: string | null, details: EventDetails = {}): string {
  if (Object.hasOwn(accountSentences, kind)) return accountSentences[kind]?.(details) ?? kind;
  if (Object.hasOwn(walletSentences, kind))
    return walletSentences[kind]?.(wallet ?? 'a wallet', details) ?? kind;
  const change = `Another change to your account (${kind.replaceAll('_', ' ')})`;
  return wallet ? `${change}: ${wallet}` : change;
}
