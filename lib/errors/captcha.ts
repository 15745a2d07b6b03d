import type { CatalogueEntry } from './catalogue-entry.ts';

/** The check that somebody is a person. */
export const captchaErrors = {
  'captcha.failed': {
    status: 400,
    title: "The check that you're a person didn't go through.",
    hint: 'Do it once more, then try again.',
  },
  'captcha.missing': {
    status: 400,
    title: "Do the check that you're a person first.",
    hint: 'It is on this page, and needs JavaScript. Then try again.',
  },
  'captcha.needs_scripts': {
    status: 400,
    title: "This page checks that you're a person before you go on.",
    hint: 'That needs JavaScript: switch it on and reload the page.',
  },
  'captcha.waiting': {
    status: 400,
    title: "Do the check that you're a person.",
    hint: 'Then this goes on by itself.',
  },
  'captcha.expired': {
    status: 400,
    title: 'The check has expired.',
    hint: 'Do it once more. What you typed is still there.',
  },
  'captcha.unloaded': {
    status: 503,
    title: "The check that you're a person doesn't load.",
    hint: 'Reload this page. If something blocks it, like an extension or a network, allow it here.',
  },
  'captcha.not_set_up': {
    status: 503,
    title: "Signing in isn't set up completely on this site.",
    hint: 'Nobody can sign in this way yet, and nothing you typed was wrong. Tell whoever runs the site.',
  },
} as const satisfies Record<string, CatalogueEntry>;
