import type { Branding } from '../branding';
import { layOutMail } from './mail-layout';
import { noticeWriters } from './notices';

let mockBranding: Branding;
jest.mock('../env.ts', () => ({
  environment: () => ({ siteUrl: 'https://site.test', branding: mockBranding }),
}));

const branding = {
  siteName: 'Acme',
  termsUrl: null,
  privacyUrl: null,
  supportUrl: 'mailto:help@acme.test?subject=Hi',
  accent: null,
};
const hostile = `"><img src=x onerror='alert(1)'><a href="https://evil.test">here</a>&amp;`;
const happenedAt = '2026-11-20T09:15:00Z';
beforeEach(() => {
  mockBranding = branding;
});

function write(kind: string, details: object) {
  const content = noticeWriters[kind]?.(details, happenedAt);
  if (!content) throw new Error(`There is no notice ${kind}.`);
  return layOutMail(content, { branding: mockBranding, siteUrl: 'https://site.test' });
}

/** All visible text, as a browser decodes it. */
const readWords = (html: string) =>
  html
    .slice(html.indexOf('<body>'))
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const details = {
  ...{ device: hostile, method: hostile, provider: hostile, means: hostile, address: hostile },
  isFormer: true,
};

describe.each(Object.keys(noticeWriters))('the notice %s', (kind) => {
  it('escapes all markup in outside values', () => {
    mockBranding = { ...branding, siteName: `Acme & 'Söhne'` };
    const { html } = write(kind, details);
    const tags = [...html.slice(html.indexOf('<body>')).matchAll(/<(\/?[a-z]+\d?)\b([^>]*)>/g)];
    expect(new Set(tags.map(([, tag = '']) => tag.replace('/', '')))).toEqual(
      new Set(['body', 'p', 'div', 'h1', 'a', 'br', 'span', 'hr', 'html']),
    );
    const links = tags.flatMap(([, , attributes = '']) => /href="([^"]*)"/.exec(attributes)?.[1] ?? []);
    for (const link of links) expect(link).toMatch(/^(https:\/\/site\.test\/|mailto:help@acme\.test)/);
    expect(html).toContain('Acme &amp; &#39;Söhne&#39;');
  });

  it('has the same text in HTML and plain text, the full link, the reason for it and the support address', () => {
    const { html, text } = write(kind, { ...details, device: 'Chrome on Linux', address: 'So11' });
    const words = readWords(html);
    for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('Support')))
      expect(words).toContain(line);
    const [, link] = /<a class="button" href="([^"]*)"/.exec(html) ?? [];
    expect(text.split('\n')).toContain(link?.replaceAll('&amp;', '&'));
    expect(text).toContain("You're receiving this because");
    expect(text).toMatch(/^Acme, https:\/\/site\.test\nSupport: help@acme\.test$/m);
    expect(text + html).not.toContain('Countersign');
  });

  it('loads nothing, and supports dark mail programs', () => {
    const { html } = write(kind, details);
    expect(html).not.toMatch(/<(img|link|script|iframe)\b|url\(|@import|\bsrc="/i);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
  });
});

it('after a change of email, the old address gets a link to other sign-in methods, the new one a link to ending sessions', () => {
  const before = write('email_changed', { device: 'Chrome on Linux', isFormer: true });
  expect(before.text).toContain('This address can no longer be used to sign in to the account.');
  expect(before.text).toContain('\nhttps://site.test/sign-in?next=%2Factivity%2Fnot-me\n');
  expect(before.text).toContain('contact support, below');
  mockBranding = { ...branding, supportUrl: null, accent: null };
  expect(write('email_changed', { isFormer: true }).text).toContain('contact the team of Acme');
  const after = write('email_changed', { device: 'Chrome on Linux' });
  expect(after.text).toContain('\nhttps://site.test/activity/not-me\n');
  expect(after.text).not.toContain('can no longer be used');
});
