import 'server-only';
import { environment } from '../../env.ts';
import { Provider, providerNames } from '../../flow/providers.ts';
import { writeOtherMethodMail } from '../../mail/other-method-mail.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { readEnabledSignInMethods } from '../../supabase/settings.ts';

/**
 * Emails an address that an account has through a provider alone: Auth sends it no code and says nothing. The email names the
 * provider to sign in with. Without `SMTP_URL`, the page of the code names them all, to everyone.
 */
export async function mailOtherMethod(email: string): Promise<void> {
  if (!environment().smtpUrl) return;
  const found = await callFunction('find_providers_of_email', { p_email: email });
  const enabled = await readEnabledSignInMethods();
  // The database logs its own outage.
  const providers = Provider.options.filter(
    (provider) => found.ok && found.rows.includes(provider) && enabled.includes(provider),
  );
  if (providers.length > 0)
    await sendMail(email, writeOtherMethodMail(providers.map((provider) => providerNames[provider])));
}
