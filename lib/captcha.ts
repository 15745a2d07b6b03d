type CaptchaProvider = 'turnstile' | 'hcaptcha';

type Settings = { CAPTCHA_PROVIDER?: CaptchaProvider; CAPTCHA_SITE_KEY?: string; LOCAL_CAPTCHA_URL?: string };

/** The captcha that forms ask for before Auth is asked. */
export type Captcha = {
  provider: CaptchaProvider;
  /** What the provider knows this site by. Public. */
  siteKey: string;
  /** Address of the provider's script. */
  script: string;
  /** The sources that a page's policy needs, as the provider documents them. */
  sources: {
    scripts: readonly string[];
    framed: readonly string[];
    styled: readonly string[];
    reachable: readonly string[];
  };
};

/** Which of the two is missing beside the other, if one is. */
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

/** A captcha from parsed settings; null where none is set. The stand-in counts with the local backend alone. */
export function chooseCaptcha(settings: Settings, isEmbedded: boolean): Captcha | null {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, LOCAL_CAPTCHA_URL: local } = settings;
  if (!provider || !siteKey) return null;
  if (!isEmbedded || !local) return { provider, siteKey, ...services[provider] };
  const { origin } = new URL(local);
  const sources = { scripts: [origin], framed: [origin], styled: [], reachable: [] };
  return { provider, siteKey, script: `${local}/api.js?provider=${provider}`, sources };
}

/** Pages whose forms Auth wants a captcha for: of someone who is not signed in. */
export const captchaPages = /^\/(sign-in|sign-up|reset-password)$/;

export function isCaptchaPage(pathname: string): boolean {
  return captchaPages.test(pathname);
}
