import 'server-only';
import { environment } from '../../env.ts';
import type { MailContent } from '../../mail/mail-layout.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { Provider, providerNames } from '../../session/sign-in-method.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { readEnabledSignInMethods } from '../../supabase/settings.ts';

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
      {
        say: `Someone asked ${branding.siteName} for a code at this address. Your account has this address through ${named} only, so sign in with ${named}.`,
      },
      { link: `${siteUrl}/sign-in`, label: 'Sign in' },
      { aside: "If this wasn't you, ignore this email." },
    ],
    why: `You're receiving this because someone entered this address at ${branding.siteName}.`,
  };
}
