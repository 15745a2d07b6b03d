import 'server-only';
import { environment } from '../env.ts';
import { fail, type Result } from '../result.ts';

/** @returns what Auth is told, which is nothing where this site has no captcha; `captcha.missing`. */
export function readCaptcha(token: string | undefined): Result<{ captcha: { captchaToken?: string } }> {
  if (!environment().captcha) return { ok: true, captcha: {} };
  return token ? { ok: true, captcha: { captchaToken: token } } : fail('captcha.missing');
}
