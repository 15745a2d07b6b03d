import 'server-only';
import { z } from 'zod';
import { nameAppAt } from '../describe-place.ts';
import { environment } from '../env.ts';
import type { MailPart } from './mail-layout.ts';

export const EventDetails = z.object({
  device: z.string().optional(),
  name: z.string().optional(),
  method: z.string().optional(),
  provider: z.string().optional(),
  means: z.string().optional(),
  /** Set if new recovery codes replaced others. */
  replaced: z.string().optional(),
  address: z.string().optional(),
  app: z.string().optional(),
  host: z.string().optional(),
  reason: z.string().optional(),
  /** The recipient is the account's previous address. */
  isFormer: z.boolean().optional(),
});
export type EventDetails = z.infer<typeof EventDetails>;

export type EventWords = {
  subject: string;
  /** Replaces the default preview, "If this wasn't you, secure your account." */
  preview?: string;
  happened: (details: EventDetails) => string;
  advice?: (details: EventDetails) => MailPart[];
  /** Why the reader receives it, if it doesn't concern who can sign in. */
  why?: () => string;
};

export const endSessionsLink = (): MailPart => ({
  link: environment().siteUrl + notMePath,
  label: 'End every other session',
});

/** Keeps mail programs from turning an address in the text into a link. */
export const withoutLink = (text: string) => text.replace(/\.(?=\S)/g, '. ');

export const account = () => `your ${environment().branding.siteName} account`;

export const whyNotices = () =>
  `You're receiving this because this is the email of ${account()}. We email you when something changes that affects who can sign in.`;

export const whyOfApps = () =>
  `You're receiving this because this is the email of ${account()}. We email you when an app gets access to part of it.`;

export const adviseToEndSessions = (): MailPart[] => [
  "If this was you, there's nothing to do.",
  "Wasn't you? Secure your account: confirm it's you on this page, and we'll sign out every other session.",
  endSessionsLink(),
];

export const adviseSecurityPage = (): MailPart[] => [
  "If this was you, keep it in Security. If it wasn't, remove it there, or change it if it's a password. Until you do, it can't be used to make sensitive changes on this site.",
  { link: `${environment().siteUrl}/security`, label: 'Open Security' },
];

/** Ending sessions doesn't remove a passkey. */
export const adviseToRemovePasskey = (): MailPart[] => [
  ...adviseToEndSessions(),
  'Then remove the passkey in Security. Until you do, it can still be used to sign in.',
  { link: `${environment().siteUrl}/security#passkeys`, label: 'Open Security' },
];

export const nameApp = ({ app, host }: EventDetails) =>
  app ? nameAppAt(withoutLink(app), host && withoutLink(host)) : 'an app';

const openApps = (): MailPart => ({ link: `${environment().siteUrl}/apps`, label: 'Open Apps' });

export const adviseToCheckApps = (): MailPart[] => [
  "If this was you, there's nothing to do. Apps lists what it can see, and lets you end its access.",
  openApps(),
  "Wasn't you? End its access there. Then secure your account: confirm it's you on this page, and we'll sign out every other session.",
  endSessionsLink(),
];

export const adviseToSignInAgain = (): MailPart[] => [
  'If you use this app, sign in to it again. The app may have made a mistake.',
  'If it happens again, end its access.',
  openApps(),
];

/** For the account's previous address, which can no longer sign in. */
export const adviseOtherMethod = (): MailPart[] => [
  "If this was you, there's nothing to do. This address can no longer be used to sign in to the account.",
  "Wasn't you? Sign in with another method the account has, such as a wallet or a provider, and end every other session.",
  {
    link: `${environment().siteUrl}/sign-in?${new URLSearchParams({ next: notMePath })}`,
    label: 'Sign in another way',
  },
  `If it has no other sign-in method, contact ${environment().branding.supportUrl ? 'support, below' : `the team of ${environment().branding.siteName}`}. Change this mailbox's password too: the person who changed the email may have read a message here.`,
];

/** The team's text, without anything that a mail program turns into a link. */
const sayReason = ({ reason }: EventDetails) => `The reason they gave: “${withoutLink(reason ?? '')}”`;

const askTheTeam = () =>
  `If you didn't expect this, contact ${environment().branding.supportUrl ? 'support, below' : `the team of ${environment().branding.siteName}`}.`;

const signInOnceMore = (details: EventDetails): MailPart[] => [
  sayReason(details),
  'You can sign in again at any time.',
  { link: `${environment().siteUrl}/sign-in`, label: 'Sign in' },
  askTheTeam(),
];

/** The person who convinced the team may have the password, and could sign in from now on. */
const adviseToObject = (details: EventDetails): MailPart[] => [
  sayReason(details),
  'If you asked for this, sign in and set up an authenticator again. Your passkeys stay.',
  `If you didn't ask for this, someone may have done so in your name. Confirm it's you on this page, and we'll sign out every other session. Then change your password, and contact ${environment().branding.supportUrl ? 'support, below' : `the team of ${environment().branding.siteName}`}.`,
  endSessionsLink(),
];

export const teamWords: Record<string, EventWords> = {
  team_ended_sessions: {
    subject: 'You were signed out everywhere',
    preview: 'Our team ended all sessions of your account.',
    happened: () => `the team of ${environment().branding.siteName} ended all sessions of your account`,
    advice: signInOnceMore,
  },
  team_removed_second_factor: {
    subject: 'Your second factor was removed',
    happened: () =>
      `the team of ${environment().branding.siteName} removed the authenticators and recovery codes of your account, and ended all its sessions`,
    advice: adviseToObject,
  },
};

/** Ends all other sessions after a step-up. Every notice links to it. */
export const notMePath = '/activity/not-me';
