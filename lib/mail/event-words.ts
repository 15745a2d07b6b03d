import 'server-only';
import { z } from 'zod';
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

/** The team's text, without anything that a mail program turns into a link. */
const sayReason = ({ reason }: EventDetails): MailPart => ({
  say: `The reason they gave: “${withoutLink(reason ?? '')}”`,
});

const askTheTeam = () =>
  `If you didn't expect this, contact ${environment().branding.supportUrl ? 'support, below' : `the team of ${environment().branding.siteName}`}.`;

const signInOnceMore = (details: EventDetails): MailPart[] => [
  sayReason(details),
  { say: 'You can sign in again at any time.' },
  { link: `${environment().siteUrl}/sign-in`, label: 'Sign in' },
  { say: askTheTeam() },
];

/** The person who convinced the team may have the password, and could sign in from now on. */
const adviseToObject = (details: EventDetails): MailPart[] => [
  sayReason(details),
  {
    say: 'If you asked for this, sign in and set up an authenticator again. Your passkeys stay.',
  },
  {
    say: `If you didn't ask for this, someone may have done so in your name. Confirm it's you on this page, and we'll sign out every other session. Then change your password, and contact ${environment().branding.supportUrl ? 'support, below' : `the team of ${environment().branding.siteName}`}.`,
  },
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
