import { asksForCaptcha } from '../../../lib/supabase/asks-for-captcha.ts';
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
        unknown('captcha', 'Auth did not reveal whether it requires a captcha.', {
          fix: 'Run the doctor again in five minutes.',
        }),
      ];
    if (isOn && !isShown)
      return [
        problem('captcha', 'The project requires a captcha, but this site shows none.', {
          why: 'Auth refuses sign-ins, sign-ups and emails.',
          fix: 'Set both variables to the values in the Dashboard, or turn the captcha off.',
          setting: {
            ...settings.captcha,
            site: 'CAPTCHA_PROVIDER (turnstile or hcaptcha), CAPTCHA_SITE_KEY',
          },
        }),
      ];
    if (!isOn && isShown)
      return [
        warning('captcha', 'This site shows a captcha that the project does not require.', {
          why: 'It protects nothing.',
          fix: 'Turn it on in the project, or remove both variables.',
          setting: {
            ...onSite('CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY'),
            dashboard: settings.captcha.dashboard?.replace(': off', ': on') ?? null,
          },
        }),
      ];
    return [
      isOn
        ? ok('captcha', `The project requires a captcha, and this site shows one from ${provider}.`)
        : ok('captcha', 'The project requires no captcha.'),
    ];
  },
};

const fetchWithPatience: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(5_000) });
