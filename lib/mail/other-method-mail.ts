import 'server-only';
import { environment } from '../env.ts';
import type { MailContent } from './mail-layout.ts';

/** Answers a request for a code at an address that can sign in only by these providers. @param providers their display names. */
export function writeOtherMethodMail(providers: string[]): MailContent {
  const { siteUrl, branding } = environment();
  const named = providers.join(' or ');
  return {
    subject: `Sign in with ${named}`,
    preview: `Your ${branding.siteName} account doesn't take codes at this address.`,
    parts: [
      {
        say: `Someone asked ${branding.siteName} for a code at this address. Your account has this address through ${named} only, so sign in with ${named}.`,
      },
      { link: `${siteUrl}/sign-in`, label: 'Sign in' },
      { aside: "If this wasn't you, ignore this email." },
    ],
    why: `You're receiving this because someone entered this address at ${branding.siteName}.`,
  };
}
