import 'server-only';
import { environment } from '../env.ts';
import { fail, type Result } from '../result.ts';

/** @returns Auth's captcha option, empty if this site has no captcha, or `captcha.missing`. */
export function readCaptcha(token: string | undefined): Result<{ captcha: { captchaToken?: string } }> {
  if (!environment().captcha) return { ok: true, captcha: {} };
  return token ? { ok: true, captcha: { captchaToken: token } } : fail('captcha.missing');
}
