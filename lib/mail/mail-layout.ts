import type { Accent, Shade } from '../accent.ts';
import type { Branding } from '../branding.ts';
import { escapeHtml } from '../escape-html.ts';

export type MailContent = {
  subject: string;
  /** One sentence that mail programs show beside the subject. Never a code: a locked phone shows it. */
  preview: string;
  parts: MailPart[];
  why: string;
};

/** A text is a paragraph, `aside` a muted one, `link` a button. HTML shows the URL below it unless `isShort`; text always does. */
export type MailPart =
  | string
  | { aside: string }
  | { code: string }
  | { link: string; label: string; isShort?: boolean };

type Sender = { branding: Branding; siteUrl: string };
type LaidOutMail = { subject: string; text: string; html: string };

/** The layout of all emails. It loads nothing, works without styles, and stays readable when colors are inverted. */
export function layOutMail(content: MailContent, sender: Sender): LaidOutMail {
  return { subject: content.subject, text: writeText(content, sender), html: writeHtml(content, sender) };
}

function writeText({ parts, why }: MailContent, { branding, siteUrl }: Sender): string {
  const blocks = parts.map((part) => {
    if (typeof part === 'string') return part;
    if ('aside' in part) return part.aside;
    return 'code' in part ? part.code : part.link;
  });
  const end = [why, `${branding.siteName}, ${siteUrl}`];
  if (branding.supportUrl) end.push(`Support: ${nameSupport(branding.supportUrl)}`);
  return `${[...blocks, end.join('\n')].join('\n\n')}\n`;
}

function writeHtml({ subject, preview, parts, why }: MailContent, { branding, siteUrl }: Sender): string {
  const support = branding.supportUrl
    ? `<br>Support: <a href="${escapeHtml(branding.supportUrl)}">${escapeHtml(nameSupport(branding.supportUrl))}</a>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${mailStyle}${branding.accent ? writeColors(branding.accent) : ''}</style>
</head>
<body>
<p class="preview" style="display: none; max-height: 0; overflow: hidden">${escapeHtml(preview)}</p>
<div class="page" lang="en">
<p class="house">${escapeHtml(branding.siteName)}</p>
<h1>${escapeHtml(subject)}</h1>
${parts.map(writePart).join('\n')}
<hr>
<p class="quiet">${escapeHtml(why)}</p>
<p class="quiet">${escapeHtml(branding.siteName)}, ${escapeHtml(siteUrl)}${support}</p>
</div>
</body>
</html>
`;
}

function writeColors({ light, dark }: Accent): string {
  const rules = ({ fill, on, text }: Shade) =>
    `.button { background: ${fill}; color: ${on}; }${text ? ` a:not(.button) { color: ${text}; }` : ''}`;
  return `  ${rules(light)}\n  @media (prefers-color-scheme: dark) { ${rules(dark)} }\n`;
}

function writePart(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('aside' in part) return `<p class="quiet">${escapeHtml(part.aside)}</p>`;
  if ('code' in part)
    return `<p class="code" style="font-size: 28px"><strong>${escapeHtml(part.code)}</strong></p>`;
  const button = `<p><a class="button" href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>`;
  if (part.isShort) return button;
  return `${button}
<p class="quiet">Or copy this address into your browser:<br><span class="address" style="word-break: break-all">${escapeHtml(part.link)}</span></p>`;
}

function nameSupport(address: string): string {
  return address.replace(/^mailto:([^?]*).*$/, '$1');
}

/** The site's look, in system fonts. */
const mailStyle = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; background: #FAF8F3; color: #1B1D22; font: 16px/24px system-ui, -apple-system, 'Segoe UI', Arial, sans-serif; }
  .page { max-width: 480px; margin: 0 auto; padding: 24px 16px; background: #FAF8F3; color: #1B1D22; overflow-wrap: anywhere; }
  .house { display: inline-block; margin: 0 0 24px; border-bottom: 3px double #1B1D22; font: 20px/26px Georgia, 'Times New Roman', serif; }
  h1 { margin: 0 0 16px; font: 26px/32px Georgia, 'Times New Roman', serif; }
  p { margin: 0 0 16px; }
  hr { margin: 24px 0 16px; border: 0; border-top: 1px solid #857F70; }
  a { color: #1D4FB8; }
  .code { padding: 12px 16px; border: 1px solid #857F70; border-radius: 6px; background: #F1EEE6; color: #1B1D22; line-height: 40px; font-family: ui-monospace, Menlo, Consolas, monospace; letter-spacing: 4px; }
  .button { display: inline-block; padding: 10px 20px; border: 1px solid #857F70; border-radius: 6px; background: #1B1D22; color: #FFFFFF; text-decoration: none; }
  .quiet { color: #5B5C57; font-size: 14px; line-height: 20px; }
  @media (prefers-color-scheme: dark) {
    body, .page { background: #121413; color: #EDEBE4; }
    .house { border-color: #EDEBE4; }
    a { color: #93B4FF; }
    .code { background: #0C0E0D; color: #EDEBE4; }
    .button { background: #EDEBE4; color: #121413; }
    .quiet { color: #A5A8A0; }
  }
`;

/** Throws if `details` don't fit the notice's kind. @param happenedAt ISO 8601; the email may arrive hours later. */
export type NoticeWriter = (details: unknown, happenedAt: string) => MailContent;
