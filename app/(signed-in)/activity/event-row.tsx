import { Fragment, type ReactNode } from 'react';
import { LocalTime } from '@/components/ui/local-time';
import { PageLink } from '@/components/ui/page-link';
import { TimeOfDay } from '@/components/ui/time-ago';
import { type ActivityEvent, type EventDetails as KeptDetails, notMePathOf } from '@/lib/activity/activity';
import { nameAppAt } from '@/lib/describe-place';
import { environment } from '@/lib/env';
import type { RenderedAt } from '@/lib/format-ago';
import { nameChangedMethod, nameSignInMethod } from '@/lib/session/sign-in-method';
import { shortenAddress } from '@/lib/shorten';

type EventRowProps = {
  event: ActivityEvent;
  now: RenderedAt;
  /** The session that reads it. */
  sessionId: string;
};

/** Opens to all that is known about the event. */
export function EventRow({ event, now, sessionId }: EventRowProps) {
  const { id, device, createdAt } = event;
  return (
    <li>
      <details className="event">
        <summary>
          <EventSentence event={event} />{' '}
          <span className="text-small text-muted">
            <TimeOfDay at={createdAt} now={now} />
            {device ? ` · ${device}` : ''}
          </span>
        </summary>
        <EventFacts event={event} sessionId={sessionId} />
        {id > 0 ? (
          <p className="pb-4 text-small">
            <PageLink href={notMePathOf(id)} className="tappable">
              This wasn't me
            </PageLink>
          </p>
        ) : null}
      </details>
    </li>
  );
}

/** Placeholder for the wallet in a sentence. No label contains NUL. */
const wallet = '\0';

export function EventSentence({ event: { kind, address, details, label } }: { event: ActivityEvent }) {
  const { siteName } = environment().branding;
  const [before, after] = describeEvent(kind, address && wallet, { ...details, siteName }).split(wallet);
  return (
    <span className="[overflow-wrap:anywhere]">
      {kind === 'sign_in_refused' ? (
        // The sentence says the same.
        <span
          aria-hidden="true"
          className="mr-2 inline-grid size-5 place-items-center rounded-full border border-warning text-small font-bold text-warning"
        >
          !
        </span>
      ) : null}
      {before}
      {after === undefined || !address ? null : label ? (
        <bdi className="ruled font-semibold">{label}</bdi>
      ) : (
        <span className="ruled font-mono text-[14px]">{shortenAddress(address)}</span>
      )}
      {after}
    </span>
  );
}

export function EventFacts({ event, sessionId }: { event: ActivityEvent; sessionId: string }) {
  const { address, details, device, location, createdAt } = event;
  const { app, host, before, after = details.name ?? details.label ?? app } = details;
  const facts: [string, ReactNode][] = [
    ['Time', <LocalTime key="time" at={createdAt} hasSeconds />],
    ['Browser', device],
    ['Session', describeSession(event, sessionId)],
    ['Signed in', location && `about ${location}`],
    ['App', app && nameAppAt(app, host)],
    ['Wallet', address && <code className="font-mono text-small break-all select-all">{address}</code>],
    ['From', before === undefined ? null : before || 'none'],
    ['To', before === undefined && !details.after ? null : after || 'none'],
  ];
  return (
    <dl className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-4 gap-y-1 pb-3 text-small [overflow-wrap:anywhere]">
      {facts.map(([name, fact]) =>
        fact ? (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>{fact}</dd>
          </Fragment>
        ) : null,
      )}
    </dl>
  );
}

function describeSession({ sessionId, hasSessionEnded }: ActivityEvent, ownId: string): ReactNode {
  if (!sessionId) return null;
  if (sessionId === ownId) return 'This session';
  return hasSessionEnded ? 'Ended' : <a href="/security#sessions">Another session</a>;
}

type EventDetails = KeptDetails & { siteName?: string };

const accountSentences: Record<string, (details: EventDetails) => string> = {
  account_created: () => 'Created the account',
  signed_in: (details) => `Signed in ${describeSteps(details)}`,
  signed_in_elsewhere: (details) => `Signed in ${describeSteps(details)} on a new device`,
  sign_in_refused: ({ method }) => `Failed sign-in${pick(refusals, method)}`,
  password_changed: () => 'Changed the password',
  email_changed: ({ after }) => (after ? `Changed the email to ${after}` : 'Changed the email'),
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
  app_page_shared: (details) => `Shared your page with ${nameApp(details)}`,
  app_page_unshared: (details) => `Stopped sharing your page with ${nameApp(details)}`,
  app_ended: (details) =>
    `${nameApp(details).replace(/^[at]/, (letter) => letter.toUpperCase())} lost access`,
  app_token_reused: (details) => `Signed ${nameApp(details)} out: one of its old tokens was used again`,
  app_registered: (details) => `Registered ${nameApp(details)}`,
  app_changed: (details) => `Changed the registration of ${nameApp(details)}`,
  app_secret_rotated: (details) => `Made a new secret for ${nameApp(details)}`,
  app_removed: (details) => `Removed ${nameApp(details)} and its registration`,
  page_closed: () => 'Turned your page off',
  page_link_changed: () => 'Gave your page another link',
  page_github_shown: () => 'Showed the GitHub account on your page',
  page_github_hidden: () => 'Hid the GitHub account from your page',
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

const describeSteps = ({ method, second_step }: EventDetails) =>
  nameSignInMethod(method) + pick(secondSteps, second_step);

const refusals: Record<string, string> = {
  password: ': wrong password',
  code: ': wrong emailed code',
  authenticator: ': wrong authenticator code',
  recovery_code: ': wrong recovery code',
};

/** Nothing for a signed message, the usual way. */
const signed: Record<string, string> = {
  sign_offchain_message: ' by an off-chain message',
  memo: ' by a transaction that can never execute',
};

/** Returns nothing for a name that only a newer version knows. */
function pick(words: Record<string, string>, name = ''): string {
  return (Object.hasOwn(words, name) && words[name]) || '';
}

const walletSentences: Record<string, (wallet: string, details: EventDetails) => string> = {
  wallet_proven: (wallet, { method }) => `Proved ${wallet}${pick(signed, method)}`,
  wallet_reproven: (wallet, { method }) => `Proved ${wallet} again${pick(signed, method)}`,
  wallet_moved_here: (wallet, { closed_account, method }) =>
    closed_account
      ? `Moved ${wallet} here${pick(signed, method)}, which deleted the account that only it opened`
      : `Moved ${wallet} here from another account${pick(signed, method)}`,
  wallet_moved_away: (wallet) => `${wallet} was moved to another account`,
  wallet_removed: (wallet) => `Removed ${wallet}`,
  wallet_published: (wallet) => `Made the proof of ${wallet} public`,
  wallet_unpublished: (wallet) => `Made the proof of ${wallet} private`,
  wallet_listed: (wallet) => `Listed ${wallet} on your page`,
  wallet_unlisted: (wallet) => `Took ${wallet} off your page`,
  wallet_label_changed: (wallet, { label }) =>
    label === undefined
      ? `Changed the label of ${wallet}`
      : label
        ? `Changed the label of ${wallet} to “${label}”`
        : `Removed the label of ${wallet}`,
  app_wallet_shared: (wallet, details) => `Shared ${wallet} with ${nameApp(details)}`,
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

const managed = '/wallets/manage?address=';
const developers = '/developers';
const support = 'support';
const readsMail =
  "They can read your email. Change that mailbox's password where you have it, or use another email here.";
const toConfirm =
  "Changing it back has to be confirmed from the email that the account has now. If you can't read that, contact the site's team.";

/** What `method_` events are about, by their `means`; else a provider or a wallet. */
const methodKinds: Record<string, string> = {
  authenticator: 'factor',
  passkey: 'passkey',
  email: 'email',
  password: 'password',
};

/** The page that ends or undoes an event, by the beginning of its kind and method: the first match counts. */
const remedies: [kindAndMethod: RegExp, advice: string, href?: string, label?: string][] = [
  [/^sign_in_refused:(password|code)/, "They didn't get in."],
  [/^sign\w+:password/, 'They know your password. Choose a new one.', '/security#password', 'New password'],
  [/^sign\w+:(code|link|confirmation|recovery$)/, readsMail, '/account#email', 'Change the email'],
  [/^sign\w+:passkey/, "Remove passkeys you don't know.", '/security#passkeys', 'Open passkeys'],
  [/^sign/, 'Remove the method they used.', '/account#sign-in-methods', 'Open sign-in methods'],
  [/^session/, "End the sessions that you don't know.", '/security#sessions', 'Open your sessions'],
  [/^password_(added|removed)/, 'Choose a new one.', '/security#password', 'New password'],
  [/^password/, 'Reset it by email: that ends every other session.', '/reset-password', 'Reset password'],
  [/^email/, toConfirm, support, 'Contact support'],
  [/^factor_added/, 'Remove that authenticator.', '/security#two-step', 'Open authenticators'],
  [/^(factor|team_removed)/, 'Set yours up again.', '/security#two-step', 'Open authenticators'],
  [/^passkey_removed/, 'Add yours again.', '/security#passkeys', 'Open passkeys'],
  [/^passkey/, 'Remove it: its sessions end too.', '/security#passkeys', 'Open passkeys'],
  [/^identity_removed/, 'Add yours again.', '/account#sign-in-methods', 'Open sign-in methods'],
  [/^identity/, 'Remove it.', '/account#sign-in-methods', 'Open sign-in methods'],
  [/recovery_code/, 'Make new codes: they replace all others.', '/security/recovery-codes', 'Make new codes'],
  [/^page/, 'Change it back.', '/account#public-page', 'Open your page'],
  [/^account_renamed/, 'Change it back.', '/account#name', 'Change the name'],
  [/^wallet_moved_away/, 'Someone else can sign with it. Move its funds away.', '/wallets', 'Open wallets'],
  [/^wallet_removed/, 'Prove it again.', '/wallets', 'Open wallets'],
  [/^wallet_(re)?(proven|moved_here)/, 'Remove the wallet.', managed, 'Manage the wallet'],
  [/^wallet/, 'Change it back, or remove the wallet.', managed, 'Manage the wallet'],
  [/^app_(registered|changed)/, 'Change it back, or remove it.', developers, 'Open your registered apps'],
  [/^app_secret/, 'Make another secret.', developers, 'Open your registered apps'],
  [/^app_removed/, "It can't be restored. Register it again.", developers, 'Open your registered apps'],
  [/^app_ended/, 'To give it access again, sign in through the app.'],
  [/^app_(wallet|page)_unshared/, 'Share it again.', '/apps', 'Open your apps'],
  [/^app/, "End the access of apps you don't know.", '/apps', 'Open your apps'],
];

type Circumstances = {
  hasPassword: boolean;
  hasDeveloperApps: boolean;
  supportUrl: string | null;
};
export type Remedy = { advice: string; href?: string | undefined; label?: string | undefined };

/** Returns null if the user can neither end nor undo the event. */
export function findRemedy(
  { kind, address, hasWallet, details }: Pick<ActivityEvent, 'kind' | 'address' | 'hasWallet' | 'details'>,
  { hasPassword, hasDeveloperApps, supportUrl }: Circumstances,
): Remedy | null {
  const { method, means } = details;
  const used = method === 'password' && !hasPassword && kind !== 'sign_in_refused' ? '' : method;
  const changed = `${methodKinds[means ?? ''] ?? 'identity'}_${kind === 'method_lost' ? 'removed' : 'added'}`;
  const event = kind.startsWith('method_') ? changed : `${kind}:${used ?? ''}`;
  const [, advice, href, label] = remedies.find(([begins]) => begins.test(event)) ?? [];
  if (!advice || (href === developers && !hasDeveloperApps)) return null;
  if (href === managed)
    return hasWallet && address
      ? { advice, href: href + address, label }
      : { advice: "This wallet isn't on your account anymore, so there's nothing to undo." };
  if (href === support) return supportUrl ? { advice, href: supportUrl, label } : { advice };
  return { advice, href, label };
}
