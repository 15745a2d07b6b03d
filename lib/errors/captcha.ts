import type { CatalogueEntry } from './catalogue-entry.ts';

/** The check that someone is a person. */
export const captchaErrors = {
  'captcha.failed': {
    status: 400,
    title: "The captcha didn't go through.",
    hint: 'Do it again, then try again.',
  },
  'captcha.missing': {
    status: 400,
    title: 'Complete the captcha first.',
    hint: "It's on this page and needs JavaScript. Then try again.",
  },
  'captcha.needs_scripts': {
    status: 400,
    title: 'This page needs a captcha before you continue.',
    hint: 'That needs JavaScript: switch it on and reload the page.',
  },
  'captcha.waiting': {
    status: 400,
    title: 'Complete the captcha.',
    hint: "You'll continue automatically.",
  },
  'captcha.expired': {
    status: 400,
    title: 'The check has expired.',
    hint: 'Do it again. What you typed is still there.',
  },
  'captcha.unloaded': {
    status: 503,
    title: "The captcha doesn't load.",
    hint: 'Reload this page. If something blocks it, like an extension or a network, allow it here.',
  },
  'captcha.not_set_up': {
    status: 503,
    title: "Signing in isn't set up completely on this site.",
    hint: "Nobody can sign in this way yet, and nothing you typed was wrong. Tell the site's team.",
  },
} as const satisfies Record<string, CatalogueEntry>;
