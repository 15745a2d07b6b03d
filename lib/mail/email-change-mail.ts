import 'server-only';
import { environment } from '../env.ts';
import { writeTime } from '../write-time.ts';
import type { Mail } from './send-mail.ts';

/** What an address agrees to a change of e-mail by. `tokenHash` is Auth's, or made as Auth makes it. */
export type Agreement = { code: string; tokenHash: string };

/** Asks either address of a change, in the words of `supabase/templates/email_change.html`. */
export function writeEmailChangeMail(newEmail: string, { code, tokenHash }: Agreement): Omit<Mail, 'to'> {
  const link = new URL('/auth/confirm', environment().siteUrl);
  link.search = new URLSearchParams({
    token_hash: tokenHash,
    type: 'email_change',
    next: '/account',
  }).toString();
  return {
    subject: 'Confirm your new email',
    text: [
      `The email address of your Countersign account changes to ${newEmail}. If it has an address now, both have to`,
      'confirm.',
      '',
      'Enter this code to confirm from this address. It works once, for one hour. Nobody who works here will ever ask you',
      'for it.',
      '',
      code,
      '',
      'Or open this link, on any device. It works once, for one hour.',
      '',
      link.toString(),
      '',
      "If this wasn't you, don't confirm it, and change your password.",
    ].join('\n'),
  };
}

/** Tells whoever has an account that somebody else asked to use its address. Who that was is not told. */
export function writeEmailWantedMail(askedAt: Date): Omit<Mail, 'to'> {
  return {
    subject: 'Somebody asked to use your address',
    text: [
      `On ${writeTime(askedAt.toISOString())}, somebody asked to use this address for their Countersign account. It belongs to an`,
      'account here already, so nothing was changed. They were not told so.',
      '',
      'If that was you, sign in with this address to get to the account that has it. To use it for another one, change the',
      'email of that account first, or delete it:',
      '',
      `${environment().siteUrl}/sign-in`,
      '',
      "If it wasn't you, there is nothing to do.",
    ].join('\n'),
  };
}
