import 'server-only';
import { environment } from '../../env.ts';
import { type Failure, fail } from '../../result.ts';

/** @returns what Auth is told, which is nothing where this site has no captcha; `captcha.missing`. */
export function readCaptcha(
  token: string | undefined,
): { ok: true; captcha: { captchaToken?: string } } | Failure {
  if (!environment().captcha) return { ok: true, captcha: {} };
  return token ? { ok: true, captcha: { captchaToken: token } } : fail('captcha.missing');
}
