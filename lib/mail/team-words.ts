import 'server-only';
import { environment } from '../env.ts';
import { type EventDetails, type EventWords, endSessionsLink, withoutLink } from './event-words.ts';
import type { MailPart } from './mail-layout.ts';

/** As the team wrote it, with nothing that a mail program makes a link of. */
const sayReason = ({ reason }: EventDetails): MailPart => ({
  say: `The reason they gave: “${withoutLink(reason ?? '')}”`,
});

const askTheTeam = () =>
  `If you did not expect this, write to ${environment().branding.supportUrl ? 'support, below' : `whoever runs ${environment().branding.siteName}`}.`;

const signInOnceMore = (details: EventDetails): MailPart[] => [
  sayReason(details),
  { say: 'Sign in again whenever you like.' },
  { link: `${environment().siteUrl}/sign-in`, label: 'Sign in' },
  { say: askTheTeam() },
];

/** Whoever talked the team into it may have the password, and may sign in from now on. */
const objectAtOnce = (details: EventDetails): MailPart[] => [
  sayReason(details),
  {
    say: 'If you asked for this, sign in and set up an authenticator again. Passkeys that the account has stay.',
  },
  {
    say: `If you did not ask for this, somebody may have done so in your name. Open this page: once you have confirmed that it is you, it ends every other session of your account. Then change your password, and tell ${environment().branding.supportUrl ? 'support, below' : `whoever runs ${environment().branding.siteName}`}.`,
  },
  endSessionsLink(),
];

/** Of what the team did by its command. */
export const teamWords: Record<string, EventWords> = {
  team_ended_sessions: {
    subject: 'You were signed out everywhere',
    preview: 'Our team ended all sessions of your account.',
    happened: () => `the team of ${environment().branding.siteName} ended all sessions of your account`,
    onward: signInOnceMore,
  },
  team_removed_second_factor: {
    subject: 'Your second factor was removed',
    happened: () =>
      `the team of ${environment().branding.siteName} removed the authenticators and recovery codes of your account, and ended all its sessions`,
    onward: objectAtOnce,
  },
};
