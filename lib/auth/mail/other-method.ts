import 'server-only';
import { environment } from '../../env.ts';
import { Provider, providerNames } from '../../flow/providers.ts';
import { writeOtherMethodMail } from '../../mail/other-method-mail.ts';
import { sendMail } from '../../mail/send-mail.ts';
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
