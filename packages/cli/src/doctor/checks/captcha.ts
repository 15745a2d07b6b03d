import { asksForCaptcha } from '../../../../../lib/supabase/asks-for-captcha.ts';
import type { Check } from '../context.ts';
import { ok, problem, unknown, warning } from '../finding.ts';
import { onSite, settings } from '../settings.ts';

/** Whether Auth asks for a captcha, and this site shows one. No account is touched, and no mail is sent. */
export const captcha: Check = {
  name: 'Captcha',
  async run({ supabaseUrl }, context) {
    const publishableKey = context.environment.supabasePublishableKey;
    const isOn = await asksForCaptcha({ supabaseUrl, publishableKey }, fetchWithPatience);
    const provider = context.variables.CAPTCHA_PROVIDER?.trim();
    const siteKey = context.variables.CAPTCHA_SITE_KEY?.trim();
    const isShown = Boolean(provider && siteKey);
    if (isOn === null)
      return [
        unknown('captcha', 'Auth did not say whether it asks for a captcha.', {
          fix: 'Ask again in five minutes.',
        }),
      ];
    if (isOn && !isShown)
      return [
        problem('captcha', 'The project asks for a captcha, and this site shows none.', {
          why: 'Auth refuses everybody who signs in, signs up or asks for a mail.',
          fix: 'Set both variables to what the Dashboard names, or switch the captcha off.',
          setting: {
            ...settings.captcha,
            site: 'CAPTCHA_PROVIDER (turnstile or hcaptcha), CAPTCHA_SITE_KEY',
          },
        }),
      ];
    if (!isOn && isShown)
      return [
        warning('captcha', 'This site shows a captcha, and the project does not ask for one.', {
          why: 'People solve it for nothing, and it stops nobody.',
          fix: 'Switch it on in the project, or take both variables out.',
          setting: {
            ...onSite('CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY'),
            dashboard: settings.captcha.dashboard?.replace(': off', ': on') ?? null,
          },
        }),
      ];
    return [
      isOn
        ? ok('captcha', `The project asks for a captcha, and this site shows one of ${provider}.`)
        : ok('captcha', 'The project asks for no captcha.'),
    ];
  },
};

const fetchWithPatience: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(5_000) });
