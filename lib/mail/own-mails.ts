import 'server-only';
import { environment } from '../env.ts';
import { formatTime } from '../format-time.ts';
import { Provider, providerNames } from '../session/sign-in-method.ts';
import { callFunction } from '../supabase/call-function.ts';
import { readEnabledSignInMethods } from '../supabase/settings.ts';
import { askForEmailChange } from './auth-templates.ts';
import type { MailContent } from './mail-layout.ts';
import { sendMail } from './send-mail.ts';

/** Names the provider to sign in with to an address that only a provider gave an account: Auth would send no code, yet report success. */
export async function mailOtherMethod(email: string): Promise<void> {
  if (!environment().smtpUrl) return;
  const found = await callFunction('find_providers_of_email', { p_email: email });
  const enabled = await readEnabledSignInMethods();
  // A failed query has been logged.
  const providers = Provider.options.filter(
    (provider) => found.ok && found.rows.includes(provider) && enabled.includes(provider),
  );
  if (providers.length > 0)
    await sendMail(email, writeOtherMethodMail(providers.map((provider) => providerNames[provider])));
}

/** Answers a request for a code at an address that can sign in only by these providers. @param providers their display names. */
function writeOtherMethodMail(providers: string[]): MailContent {
  const { siteUrl, branding } = environment();
  const named = providers.join(' or ');
  return {
    subject: `Sign in with ${named}`,
    preview: `Your ${branding.siteName} account doesn't take codes at this address.`,
    parts: [
      `Someone asked ${branding.siteName} for a code at this address. Your account has this address through ${named} only, so sign in with ${named}.`,
      { link: `${siteUrl}/sign-in`, label: 'Sign in' },
      { aside: "If this wasn't you, ignore this email." },
    ],
    why: `You're receiving this because someone entered this address at ${branding.siteName}.`,
  };
}

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
      `On ${formatTime(askedAt.toISOString())}, someone asked to use this address for their ${branding.siteName} account. It already belongs to an account here, so nothing was changed. We didn't tell them why.`,
      "If this wasn't you, there's nothing to do.",
      "If this was you, sign in with this address to reach the account that has it. To use it for another account, first change that account's email, or delete that account.",
      { link: `${siteUrl}/sign-in`, label: 'Sign in' },
    ],
    why: `You're receiving this because this is the email of your ${branding.siteName} account.`,
  };
}
