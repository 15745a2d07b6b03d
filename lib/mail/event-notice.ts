import 'server-only';
import { nameChangedMethodWithin } from '../auth/flow/name-changed-method.ts';
import { nameSignInMethod } from '../auth/flow/sign-in-method.ts';
import { nameAppAt } from '../describe-place.ts';
import { environment } from '../env.ts';
import { formatTime } from '../format-time.ts';
import { EventDetails, type EventWords, endSessionsLink, withoutLink } from './event-words.ts';
import type { MailPart } from './mail-layout.ts';
import { notMePath } from './not-me-path.ts';
import type { NoticeWriter } from './notice-writer.ts';
import { teamWords } from './team-words.ts';

const account = () => `your ${environment().branding.siteName} account`;

export const whyNotices = () =>
  `You get this because this is the address of ${account()}. It tells you whenever something changes that matters for who can get in.`;

const whyOfApps = () =>
  `You get this because this is the address of ${account()}. It tells you which apps see something of it.`;

const leaveNobodyIn = (): MailPart[] => [
  { say: 'If that was you, there is nothing to do.' },
  {
    say: "If it wasn't, open this page. Once you have confirmed that it is you, it ends every other session of your account.",
  },
  endSessionsLink(),
];

const checkSecurity = (): MailPart[] => [
  {
    say: 'If it was you, keep it here. If it was not, remove it here, and if it is a password, change it. Until you do, nobody can change anything that matters on this site with it.',
  },
  { link: `${environment().siteUrl}/security`, label: 'Open Security' },
];

/** Ending sessions leaves a passkey in place. */
const removeThePasskey = (): MailPart[] => [
  ...leaveNobodyIn(),
  { say: 'Then remove the passkey in Security. Until you do, it goes on opening your account.' },
  { link: `${environment().siteUrl}/security#passkeys`, label: 'Open Security' },
];

const nameApp = ({ app, host }: EventDetails) =>
  app ? nameAppAt(withoutLink(app), host && withoutLink(host)) : 'an app';

const openApps = (): MailPart => ({ link: `${environment().siteUrl}/apps`, label: 'Open Apps' });

const checkApps = (): MailPart[] => [
  { say: 'If that was you, there is nothing to do. Apps shows what it sees, and ends it.' },
  openApps(),
  {
    say: "If it wasn't, end it there. Then open this page: once you have confirmed that it is you, it ends every other session of your account.",
  },
  endSessionsLink(),
];

const signInThereAgain = (): MailPart[] => [
  { say: 'Where you use it yourself, sign in there again. It may have been an error of the app.' },
  { say: 'If it happens again, end its access.' },
  openApps(),
];

/** Who reads this where the account had another address before signs in with that one no more. */
const comeInAnotherWay = (): MailPart[] => [
  { say: 'If that was you, there is nothing to do. This address no longer signs in to the account.' },
  {
    say: "If it wasn't, sign in another way that the account has, like a wallet or a provider, and end every other session there.",
  },
  {
    link: `${environment().siteUrl}/sign-in?${new URLSearchParams({ next: notMePath })}`,
    label: 'Sign in another way',
  },
  {
    say: `If it has no other way, write to ${environment().branding.supportUrl ? 'support, below' : `whoever runs ${environment().branding.siteName}`}. Change the password of this mailbox too: whoever changed the email may have read a mail here.`,
  },
];

/**
 * Each says the change and nothing that somebody typed: no name of an authenticator or a passkey could lead the reader
 * elsewhere. The name of an app has to be said; what it may be is narrow (`lib/apps/client-name.ts`).
 */
const words: Record<string, EventWords> = {
  signed_in_elsewhere: {
    subject: 'A sign-in from a new device',
    happened: ({ method }) => `somebody signed in to ${account()} ${nameSignInMethod(method)}`,
  },
  password_changed: {
    subject: 'Your password was changed',
    happened: () => `the password of ${account()} was changed`,
  },
  email_changed: {
    subject: 'Your email was changed',
    happened: () => `the email that ${account()} signs in with was changed`,
    onward: ({ is_former }) => (is_former ? comeInAnotherWay() : leaveNobodyIn()),
  },
  factor_added: {
    subject: 'An authenticator was added',
    happened: () => `an authenticator was added to ${account()}`,
  },
  factor_removed: {
    subject: 'An authenticator was removed',
    happened: () => `an authenticator was removed from ${account()}`,
  },
  passkey_added: {
    subject: 'A passkey was added',
    happened: () => `a passkey was added to ${account()}. It signs in from now on`,
    onward: removeThePasskey,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    happened: () => `a passkey was removed from ${account()}. The other sessions that it began end with it`,
  },
  recovery_codes_made: {
    subject: 'You have new recovery codes',
    happened: () => `new recovery codes were made for ${account()}. The earlier ones no longer work`,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    happened: () => `somebody signed in to ${account()} with a recovery code`,
  },
  identity_added: {
    subject: 'A way to sign in was added',
    happened: ({ provider }) => `signing in with ${provider ?? ''} was added to ${account()}`,
  },
  identity_joined: {
    subject: 'A way to sign in joined your account',
    happened: ({ provider }) =>
      `somebody signed in with ${provider ?? ''}, with an account there that has your email, and it opens ${account()} from now on`,
  },
  identity_removed: {
    subject: 'A way to sign in was removed',
    happened: ({ provider }) => `signing in with ${provider ?? ''} was removed from ${account()}`,
  },
  method_found: {
    subject: 'A way to sign in was set up outside this site',
    happened: ({ means }) =>
      `we noticed something new on ${account()} that was not set up on this site: ${nameChangedMethodWithin(means)}`,
    onward: checkSecurity,
  },
  method_lost: {
    subject: 'A way to sign in was removed outside this site',
    happened: ({ means }) =>
      `we noticed that this is gone from ${account()}, and was not removed on this site: ${nameChangedMethodWithin(means)}`,
  },
  ...teamWords,
  app_allowed: {
    subject: 'An app can see something of your account',
    happened: (details) => `${nameApp(details)} can see something of ${account()}`,
    onward: checkApps,
    why: whyOfApps,
  },
  app_token_reused: {
    subject: 'An app was signed out',
    happened: (details) =>
      `${nameApp(details)} was signed out of ${account()}, because a key that it had already given back was used again. Somebody may have copied it`,
    onward: signInThereAgain,
    why: whyOfApps,
  },
  app_registered: {
    subject: 'An app was registered',
    happened: (details) => `${nameApp(details)} was registered by ${account()}`,
  },
  app_secret_rotated: {
    subject: 'An app has a new secret',
    happened: (details) => `${nameApp(details)}, which ${account()} registered, got a new secret`,
  },
  wallet_proven: {
    subject: 'A wallet was proven',
    happened: ({ address }) => `the wallet ${address ?? ''} was proven on ${account()}`,
  },
  wallet_moved_here: {
    subject: 'A wallet was moved to your account',
    happened: ({ address }) => `the wallet ${address ?? ''} was moved to ${account()}`,
  },
  wallet_removed: {
    subject: 'A wallet was removed',
    happened: ({ address }) =>
      `the wallet ${address ?? ''} was removed from ${account()}, and the other sessions that it signed in have ended`,
  },
  wallet_published: {
    subject: 'A proof was made public',
    happened: ({ address }) => `the proof of the wallet ${address ?? ''} was made public`,
  },
};

/** A notice of every kind above. */
export const eventNoticeWriters: Record<string, NoticeWriter> = Object.fromEntries(
  Object.entries(words).map(
    ([kind, { subject, preview, happened, onward = leaveNobodyIn, why = whyNotices }]) => [
      kind,
      (details, happenedAt) => {
        const given = EventDetails.parse(details);
        const from = given.device ? `, from ${given.device}` : '';
        return {
          subject,
          preview: preview ?? "If it wasn't you, there is something to do.",
          parts: [{ say: `On ${formatTime(happenedAt)}${from}, ${happened(given)}.` }, ...onward(given)],
          why: why(),
        };
      },
    ],
  ),
);
