import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { readBranding } from '../../lib/branding.ts';
import { writeAuthTemplates } from '../../lib/mail/auth-templates.ts';

const folder = 'supabase/templates';
const names = readdirSync(folder).filter((file) => file.endsWith('.html'));
const config = readFileSync('supabase/config.toml', 'utf8');

/** A mail program shows subject and first words before the email is opened, on a locked phone too. */
const longestPreview = 100;

/** The brightness of the page's own color, from 0 to 255. */
function readBrightness(style: string, property: 'background' | 'color'): number {
  const [, page = ''] = /\bbody\b[^{]*\{([^}]*)\}/.exec(style) ?? [];
  const [, hex = ''] = new RegExp(`(?:^|[\\s;])${property}:\\s*#(\\w{6})`).exec(page) ?? [];
  const channels = [...Buffer.from(hex, 'hex')];
  return channels.reduce((sum, channel) => sum + channel, 0) / channels.length;
}

/** Whose mails these are: a team may have written them again. */
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

  it('loads nothing, so that opening it tells nobody and no address of a picture carries a token', () => {
    expect(html).not.toMatch(
      /<(img|link|script|iframe|object|video|audio)\b|url\(|@import|\bsrc=|background=/i,
    );
  });

  it('has the code once, as text, and the link after it, to this site alone', () => {
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

  it('shows no code in what can be read before it is opened', () => {
    const text = body
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    expect(text.indexOf('{{ .Token }}')).toBeGreaterThan(longestPreview);
    expect(html.slice(0, html.indexOf('<body>'))).not.toContain('{{');
  });

  it('is written for dark mail programs too', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    const [light = '', dark = ''] = html.split('@media (prefers-color-scheme: dark)');
    expect(readBrightness(light, 'background') - readBrightness(light, 'color')).toBeGreaterThan(150);
    expect(readBrightness(dark, 'color') - readBrightness(dark, 'background')).toBeGreaterThan(150);
  });

  it('is pushed with a subject that carries nothing', () => {
    const { auth } = parse(config) as unknown as {
      auth: { email: { template: Record<string, { subject: string; content_path: string }> } };
    };
    const template = auth.email.template[name.replace('.html', '')];
    expect(template?.content_path).toBe(`./${folder}/${name}`);
    expect(template?.subject).toBe(/<h1>(.*)<\/h1>/.exec(html)?.[1]?.replace('&#39;', "'"));
    expect(template?.subject).not.toContain('{{');
  });
});
