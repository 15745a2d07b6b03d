import { withStatus } from './catalogue-entry.ts';

export const captchaErrors = {
  ...withStatus(400, {
    'captcha.failed': ["The captcha didn't go through.", 'Do it again, then try again.'],
    'captcha.missing': [
      'Complete the captcha first.',
      "It's on this page and needs JavaScript. Then try again.",
    ],
    'captcha.needs_scripts': [
      'This page needs a captcha before you continue.',
      'That needs JavaScript: switch it on and reload the page.',
    ],
    'captcha.waiting': ['Complete the captcha.', "You'll continue automatically."],
    'captcha.expired': ['The check has expired.', 'Do it again. What you typed is still there.'],
  }),
  ...withStatus(503, {
    'captcha.unloaded': [
      "The captcha doesn't load.",
      'Reload this page. If something blocks it, like an extension or a network, allow it here.',
    ],
    'captcha.not_set_up': [
      "Signing in isn't set up completely on this site.",
      "Nobody can sign in this way yet, and nothing you typed was wrong. Tell the site's team.",
    ],
  }),
};
