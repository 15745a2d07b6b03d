type CaptchaProvider = 'turnstile' | 'hcaptcha';

type Settings = { CAPTCHA_PROVIDER?: CaptchaProvider; CAPTCHA_SITE_KEY?: string; LOCAL_CAPTCHA_URL?: string };

/** The captcha that forms require before they call Auth. */
export type Captcha = {
  provider: CaptchaProvider;
  /** The provider's public key for this site. */
  siteKey: string;
  script: string;
  /** The sources that a page's policy must allow, as the provider documents them. */
  sources: {
    scripts: readonly string[];
    framed: readonly string[];
    styled: readonly string[];
    reachable: readonly string[];
  };
};

/** The two settings belong together. @returns the missing one if only the other is set. */
export function missingOfCaptcha(settings: Settings): ('CAPTCHA_PROVIDER' | 'CAPTCHA_SITE_KEY')[] {
  if ((settings.CAPTCHA_PROVIDER === undefined) === (settings.CAPTCHA_SITE_KEY === undefined)) return [];
  return [settings.CAPTCHA_PROVIDER === undefined ? 'CAPTCHA_PROVIDER' : 'CAPTCHA_SITE_KEY'];
}

const turnstile = 'https://challenges.cloudflare.com';
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

const services: Record<CaptchaProvider, Pick<Captcha, 'script' | 'sources'>> = {
  turnstile: {
    script: `${turnstile}/turnstile/v0/api.js?render=explicit`,
    sources: { scripts: [turnstile], framed: [turnstile], styled: [], reachable: [] },
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
    sources: { scripts: hcaptcha, framed: hcaptcha, styled: hcaptcha, reachable: hcaptcha },
  },
};

/** The captcha of parsed settings, or null if unset. The local stand-in is used only with the local backend. */
export function chooseCaptcha(settings: Settings, isEmbedded: boolean): Captcha | null {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, LOCAL_CAPTCHA_URL: local } = settings;
  if (!provider || !siteKey) return null;
  if (!isEmbedded || !local) return { provider, siteKey, ...services[provider] };
  const { origin } = new URL(local);
  const sources = { scripts: [origin], framed: [origin], styled: [], reachable: [] };
  return { provider, siteKey, script: `${local}/api.js?provider=${provider}`, sources };
}

/** Pages of signed-out visitors with forms that Auth requires a captcha for. */
export const captchaPages = /^\/(sign-in|sign-up|reset-password)$/;
