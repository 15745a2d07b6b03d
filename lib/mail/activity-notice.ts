import 'server-only';
import { nameAppAt } from '../describe-place.ts';
import { environment } from '../env.ts';
import { formatTime } from '../format-time.ts';
import { nameChangedMethodWithin, nameSignInMethod } from '../session/sign-in-method.ts';
import {
  EventDetails,
  type EventWords,
  endSessionsLink,
  notMePath,
  teamWords,
  withoutLink,
} from './event-words.ts';
import type { MailPart, NoticeWriter } from './mail-layout.ts';

const account = () => `your ${environment().branding.siteName} account`;

export const whyNotices = () =>
  `You're receiving this because this is the email of ${account()}. We write whenever something changes that affects who can sign in.`;

const whyOfApps = () =>
  `You're receiving this because this is the email of ${account()}. We write when an app can see something of it.`;

const adviseToEndSessions = (): MailPart[] => [
  { say: "If this was you, there's nothing to do." },
  {
    say: "Wasn't you? Secure your account: confirm it's you on this page, and we'll sign out every other session.",
  },
  endSessionsLink(),
];

const adviseSecurityPage = (): MailPart[] => [
  {
    say: "If this was you, keep it in Security. If it wasn't, remove it there, or change it if it's a password. Until you do, it can't be used to make sensitive changes on this site.",
  },
  { link: `${environment().siteUrl}/security`, label: 'Open Security' },
];

/** Ending sessions doesn't remove a passkey. */
const adviseToRemovePasskey = (): MailPart[] => [
  ...adviseToEndSessions(),
  { say: 'Then remove the passkey in Security. Until you do, it can still be used to sign in.' },
  { link: `${environment().siteUrl}/security#passkeys`, label: 'Open Security' },
];

const nameApp = ({ app, host }: EventDetails) =>
  app ? nameAppAt(withoutLink(app), host && withoutLink(host)) : 'an app';

const openApps = (): MailPart => ({ link: `${environment().siteUrl}/apps`, label: 'Open Apps' });

const adviseToCheckApps = (): MailPart[] => [
  { say: "If this was you, there's nothing to do. Apps lists what it can see, and lets you end its access." },
  openApps(),
  {
    say: "Wasn't you? End its access there. Then secure your account: confirm it's you on this page, and we'll sign out every other session.",
  },
  endSessionsLink(),
];

const adviseToSignInAgain = (): MailPart[] => [
  { say: 'If you use this app, sign in to it again. This may have been a mistake of the app.' },
  { say: 'If it happens again, end its access.' },
  openApps(),
];

/** For the account's previous address, which can no longer sign in. */
const adviseOtherMethod = (): MailPart[] => [
  {
    say: "If this was you, there's nothing to do. This address can no longer be used to sign in to the account.",
  },
  {
    say: "Wasn't you? Sign in with another method the account has, such as a wallet or a provider, and end every other session.",
  },
  {
    link: `${environment().siteUrl}/sign-in?${new URLSearchParams({ next: notMePath })}`,
    label: 'Sign in another way',
  },
  {
    say: `If it has no other sign-in method, contact ${environment().branding.supportUrl ? 'support, below' : `the team of ${environment().branding.siteName}`}. Change this mailbox's password too: the person who changed the email may have read a message here.`,
  },
];

/** Sentences contain no text that a user typed, except an app's name, which `client-name.ts` restricts. */
const words: Record<string, EventWords> = {
  signed_in_elsewhere: {
    subject: 'A sign-in from a new device',
    happened: ({ method }) => `someone signed in to ${account()} ${nameSignInMethod(method)}`,
  },
  password_changed: {
    subject: 'Your password was changed',
    happened: () => `the password of ${account()} was changed`,
  },
  email_changed: {
    subject: 'Your email was changed',
    happened: () => `the email of ${account()} was changed`,
    advice: ({ isFormer }) => (isFormer ? adviseOtherMethod() : adviseToEndSessions()),
  },
  factor_added: {
    subject: 'An authenticator was added',
    happened: () =>
      `an authenticator was added to ${account()}. Signing in without a passkey now asks for its code, or for one of the account's recovery codes`,
  },
  factor_removed: {
    subject: 'An authenticator was removed',
    happened: () => `an authenticator was removed from ${account()}`,
  },
  passkey_added: {
    subject: 'A passkey was added',
    // The passkey provider's name with a number: the user hasn't renamed it yet.
    happened: ({ name }) =>
      `a passkey was added to ${account()}${name ? ` under the name “${withoutLink(name)}”` : ''}. It can now be used to sign in`,
    advice: adviseToRemovePasskey,
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    happened: () => `a passkey was removed from ${account()}. Other sessions it started have ended`,
  },
  recovery_codes_made: {
    subject: 'You have new recovery codes',
    happened: ({ replaced }) =>
      `new recovery codes were made for ${account()}${replaced ? '. The earlier ones no longer work' : ''}`,
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    happened: () => `someone signed in to ${account()} with a recovery code`,
  },
  identity_added: {
    subject: 'A sign-in method was added',
    happened: ({ provider }) => `signing in with ${provider ?? ''} was added to ${account()}`,
  },
  identity_joined: {
    subject: 'A sign-in method joined your account',
    happened: ({ provider }) =>
      `someone signed in with ${provider ?? ''}, using an account there that has your email. It can now be used to sign in to ${account()}`,
  },
  identity_removed: {
    subject: 'A sign-in method was removed',
    happened: ({ provider }) => `signing in with ${provider ?? ''} was removed from ${account()}`,
  },
  method_found: {
    subject: 'A sign-in method was set up outside this site',
    happened: ({ means }) =>
      `we noticed something new on ${account()} that wasn't set up on this site: ${nameChangedMethodWithin(means)}`,
    advice: adviseSecurityPage,
  },
  method_lost: {
    subject: 'A sign-in method was removed outside this site',
    happened: ({ means }) =>
      `we noticed that this is gone from ${account()}, and wasn't removed on this site: ${nameChangedMethodWithin(means)}`,
  },
  ...teamWords,
  app_allowed: {
    subject: 'An app can see part of your account',
    happened: (details) => `${nameApp(details)} can see part of ${account()}`,
    advice: adviseToCheckApps,
    why: whyOfApps,
  },
  app_token_reused: {
    subject: 'An app was signed out',
    happened: (details) =>
      `${nameApp(details)} was signed out of ${account()}, because a token it had already exchanged was used again. Someone may have copied it`,
    advice: adviseToSignInAgain,
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
      `the wallet ${address ?? ''} was removed from ${account()}, and the other sessions it signed in have ended`,
  },
  wallet_published: {
    subject: 'A proof was made public',
    happened: ({ address }) => `the proof of the wallet ${address ?? ''} was made public`,
  },
};

export const eventNoticeWriters: Record<string, NoticeWriter> = Object.fromEntries(
  Object.entries(words).map(
    ([kind, { subject, preview, happened, advice = adviseToEndSessions, why = whyNotices }]) => [
      kind,
      (details, happenedAt) => {
        const given = EventDetails.parse(details);
        const from = given.device ? `, from ${given.device}` : '';
        return {
          subject,
          preview: preview ?? "If this wasn't you, secure your account.",
          parts: [{ say: `On ${formatTime(happenedAt)}${from}, ${happened(given)}.` }, ...advice(given)],
          why: why(),
        };
      },
    ],
  ),
);
