import 'server-only';
import { environment } from '../env.ts';
import { type EventDetails, type EventWords, endSessionsLink, withoutLink } from './event-words.ts';
import type { MailPart } from './mail-layout.ts';

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
