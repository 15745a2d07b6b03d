import { randomBytes, randomUUID } from 'node:crypto';

export const captchaProviders = ['turnstile', 'hcaptcha'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** The provider's part of a captcha, played here: it gives out tokens, and says once of each that it is good. */
export interface Captcha {
  provider: CaptchaProvider;
  /** A widget's token for its page. */
  solve(): string;
  /** The answer of `siteverify`: each token counts once. */
  verify(token: string): { success: boolean; 'error-codes': string[] };
}

/** As long as Turnstile's tokens. */
const goodForInMilliseconds = 300_000;

export function createCaptcha(provider: CaptchaProvider): Captcha {
  const given = new Map<string, number>();
  return {
    provider,
    solve() {
      const token = `stand-in.${randomUUID()}.${randomBytes(16).toString('base64url')}`;
      given.set(token, Date.now() + goodForInMilliseconds);
      return token;
    },
    verify(token) {
      const goodUntil = given.get(token);
      given.delete(token);
      if (goodUntil === undefined) return { success: false, 'error-codes': ['invalid-input-response'] };
      if (goodUntil < Date.now()) return { success: false, 'error-codes': ['timeout-or-duplicate'] };
      return { success: true, 'error-codes': [] };
    },
  };
}
