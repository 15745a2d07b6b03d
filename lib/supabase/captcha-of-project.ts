import 'server-only';
import { cachedQuery } from '../cached-query.ts';
import { environment } from '../env.ts';
import { asksForCaptcha } from './asks-for-captcha.ts';
import { fetchBackend } from './fetch-backend.ts';

const freshForInMilliseconds = 60_000;
/** The pause after a failed request, which counts against Auth's own limits. */
const pauseInMilliseconds = 10_000;

const asked = cachedQuery('captcha-of-project', { asks: false }, async (known) => {
  const { supabaseUrl, supabasePublishableKey: publishableKey } = environment();
  const asks = await asksForCaptcha({ supabaseUrl, publishableKey }, fetchBackend);
  known.askAgainAt = Date.now() + (asks === null ? pauseInMilliseconds : freshForInMilliseconds);
  if (asks !== null) known.asks = asks;
});

/** Whether the project requires a captcha that this site lacks. Never throws; while Auth is down, the last answer holds. */
export async function lacksCaptcha(): Promise<boolean> {
  return !environment().captcha && (await asked.read()).asks;
}

export const captchaMissing =
  'The Supabase project asks for a captcha, and this site has none: nobody can sign up or in by email, nor with a wallet that has no account yet. ' +
  'Set CAPTCHA_PROVIDER and CAPTCHA_SITE_KEY, or switch it off at Authentication > Attack Protection.';
