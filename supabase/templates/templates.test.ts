import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { readBranding } from '../../lib/branding.ts';
import { writeAuthTemplates } from '../../lib/mail/auth-templates.ts';

const folder = 'supabase/templates';
const names = readdirSync(folder).filter((file) => file.endsWith('.html'));
const config = readFileSync('supabase/config.toml', 'utf8');

/** A mail program shows the subject and the first words before the email is opened, even on a locked phone. */
const longestPreview = 100;

/** The brightness of the page's own color, from 0 to 255. */
function readBrightness(style: string, property: 'background' | 'color'): number {
  const [, page = ''] = /\bbody\b[^{]*\{([^}]*)\}/.exec(style) ?? [];
  const [, hex = ''] = new RegExp(`(?:^|[\\s;])${property}:\\s*#(\\w{6})`).exec(page) ?? [];
  const channels = [...Buffer.from(hex, 'hex')];
  return channels.reduce((sum, channel) => sum + channel, 0) / channels.length;
}

/** The branding in the templates, which a team may have generated with its own settings. */
function brandingOf(html: string) {
  const [, name = ''] = /<p class="house">([^<]*)</.exec(html) ?? [];
  const [, support] = /Support: <a href="([^"]*)"/.exec(html) ?? [];
  const plain = (text?: string) => text?.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const read = readBranding({ SITE_NAME: plain(name), SUPPORT_URL: plain(support) });
  if (!read.ok) throw new Error(`The mail has no usable ${read.malformed}.`);
  return read.branding;
}

describe.each(names)('%s', (name) => {
  const html = readFileSync(join(folder, name), 'utf8');
  const body = html.slice(html.indexOf('<body>'));

  it('is what npm run generate writes for the name and the support that it has', () => {
    expect(html).toBe(writeAuthTemplates(brandingOf(html))[name]?.html);
  });

  it('loads no resources, so that opening it notifies no server and leaks no token', () => {
    expect(html).not.toMatch(
      /<(img|link|script|iframe|object|video|audio)\b|url\(|@import|\bsrc=|background=/i,
    );
  });

  it('has the code once, as text, and then the link, only to this site', () => {
    const placed = html
      .replace('<strong>{{ .Token }}</strong>', '')
      .replace(
        /(href=")\{\{ \.SiteURL \}\}\/auth\/confirm\?token_hash=\{\{ \.TokenHash \}\}&amp;type=\w+&amp;/g,
        '',
      );
    expect(placed).not.toMatch(/\.Token|\.ConfirmationURL/);
    expect(html.split('.Token }}')).toHaveLength(2);
    const link = html.indexOf('.TokenHash');
    if (link > 0) expect(html.indexOf('{{ .Token }}')).toBeLessThan(link);
  });

  it('shows no code in the preview', () => {
    const text = body
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    expect(text.indexOf('{{ .Token }}')).toBeGreaterThan(longestPreview);
    expect(html.slice(0, html.indexOf('<body>'))).not.toContain('{{');
  });

  it('supports dark mode', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    const [light = '', dark = ''] = html.split('@media (prefers-color-scheme: dark)');
    expect(readBrightness(light, 'background') - readBrightness(light, 'color')).toBeGreaterThan(150);
    expect(readBrightness(dark, 'color') - readBrightness(dark, 'background')).toBeGreaterThan(150);
  });

  it('is pushed with a subject that contains no code', () => {
    const { auth } = parse(config) as unknown as {
      auth: { email: { template: Record<string, { subject: string; content_path: string }> } };
    };
    const template = auth.email.template[name.replace('.html', '')];
    expect(template?.content_path).toBe(`./${folder}/${name}`);
    expect(template?.subject).toBe(/<h1>(.*)<\/h1>/.exec(html)?.[1]?.replace('&#39;', "'"));
    expect(template?.subject).not.toContain('{{');
  });
});
