import 'server-only';
import { environment } from '../env.ts';
import { formatTime } from '../format-time.ts';
import { askForEmailChange } from './auth-templates.ts';
import type { MailContent } from './mail-layout.ts';

/** The credentials that confirm a change of email. `tokenHash` is Auth's, or made in the same way. */
export type Agreement = { code: string; tokenHash: string };

/** Asks either address of a change, with the text of `supabase/templates/email_change.html`. */
export function writeEmailChangeMail(newEmail: string, { code, tokenHash }: Agreement): MailContent {
  const { siteUrl, branding } = environment();
  const link = new URL('/auth/confirm', siteUrl);
  link.search = new URLSearchParams({
    token_hash: tokenHash,
    type: 'email_change',
    next: '/account',
  }).toString();
  return askForEmailChange(branding.siteName, {
    newEmail,
    code,
    link: { label: 'Confirm the change', link: link.toString(), isShort: true },
  });
}

/** Tells the recipient that a user asked to use their address, and not which user. */
export function writeEmailWantedMail(askedAt: Date): MailContent {
  const { siteUrl, branding } = environment();
  return {
    subject: 'Someone asked to use your address',
    preview: 'Nothing was changed.',
    parts: [
      {
        say: `On ${formatTime(askedAt.toISOString())}, someone asked to use this address for their ${branding.siteName} account. It already belongs to an account here, so nothing was changed. We didn't tell them why.`,
      },
      { say: "If this wasn't you, there's nothing to do." },
      {
        say: "If this was you, sign in with this address to reach the account that has it. To use it for another account, first change that account's email, or delete that account.",
      },
      { link: `${siteUrl}/sign-in`, label: 'Sign in' },
    ],
    why: `You're receiving this because this is the email of your ${branding.siteName} account.`,
  };
}
