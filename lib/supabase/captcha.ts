import 'server-only';
import { cachedQuery } from '../cached-query.ts';
import { environment } from '../env.ts';
import { fail, type Result } from '../result.ts';
import { fetchBackend } from './fetch-backend.ts';
import { requiresCaptcha } from './requires-captcha.ts';

const freshForInMilliseconds = 60_000;
/** The pause after a failed request, which counts against Auth's own limits. */
const pauseInMilliseconds = 10_000;

const requirement = cachedQuery('captcha-of-project', { isRequired: false }, async (known) => {
  const { supabaseUrl, supabasePublishableKey: publishableKey } = environment();
  const isRequired = await requiresCaptcha({ supabaseUrl, publishableKey }, fetchBackend);
  known.refreshAt = Date.now() + (isRequired === null ? pauseInMilliseconds : freshForInMilliseconds);
  if (isRequired !== null) known.isRequired = isRequired;
});

/** Whether the project requires a captcha that this site lacks. Never throws; while Auth is down, the last answer holds. */
export async function lacksCaptcha(): Promise<boolean> {
  return !environment().captcha && (await requirement.read()).isRequired;
}

export const captchaMissing =
  'The Supabase project requires a captcha, but this site shows none: nobody can sign in or up by email, or create an account with a wallet. ' +
  'Set CAPTCHA_PROVIDER and CAPTCHA_SITE_KEY, or turn it off under Authentication > Attack Protection.';

/** @returns Auth's captcha option, empty if this site has no captcha, or `captcha.missing`. */
export function readCaptcha(token: string | undefined): Result<{ captcha: { captchaToken?: string } }> {
  if (!environment().captcha) return { ok: true, captcha: {} };
  return token ? { ok: true, captcha: { captchaToken: token } } : fail('captcha.missing');
}
