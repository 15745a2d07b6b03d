import { randomBytes, randomUUID } from 'node:crypto';

export const captchaProviders = ['turnstile', 'hcaptcha'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** Simulates a captcha provider: issues tokens and verifies each one once. */
export interface Captcha {
  provider: CaptchaProvider;
  solve(): string;
  /** The response of `siteverify`. Consumes the token. */
  verify(token: string): { success: boolean; 'error-codes': string[] };
}

/** The lifetime of Turnstile's tokens. */
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
