import { randomBytes } from 'node:crypto';
import { escapeHtml } from './compose-mail.ts';
import type { Mail } from './mail-store.ts';

/** The mailbox page, newest email first. An email's text never becomes markup or script of the page itself. */
export function showMailboxPage(mails: Mail[]): Response {
  const nonce = randomBytes(16).toString('base64');
  const newest = mails.at(-1)?.id ?? '0';
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Local mailbox</title>
<style>${mailboxStyle}</style>
</head>
<body>
<main>
<h1>Local mailbox</h1>
<p class="muted">No email leaves this machine: the app's emails arrive here, with their codes and links.</p>
${mails.some(({ html }) => html !== null) ? showSchemes() : ''}
${mails.length === 0 ? '<p>No email yet. New emails appear automatically.</p>' : `<ol>${mails.toReversed().map(showMail).join('')}</ol>`}
</main>
<script nonce="${nonce}">${reloadOnNewMail(newest)}</script>
</body>
</html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Emails bring inline styles, and their frames inherit this policy.
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
}

function showMail(mail: Mail): string {
  const subject = escapeHtml(mail.subject || '(no subject)');
  const code =
    mail.code === null ? '' : `<p class="code"><span class="muted">Code</span> ${escapeHtml(mail.code)}</p>`;
  const link =
    mail.link === null || !carriesToken(mail.link)
      ? ''
      : `<p><a class="button" href="${escapeHtml(mail.link)}" target="_blank" rel="noopener noreferrer">Open the link <span class="hidden">of ${subject}</span></a></p>`;
  const text = `<pre>${escapeHtml(mail.text)}</pre>`;
  const rendered =
    mail.html === null
      ? ''
      : `<details class="rendered"><summary>Show the email</summary>${showInSchemes(subject, mail.html)}</details>`;
  return `<li><article>
<h2>${subject}</h2>
<p class="muted">To ${escapeHtml(mail.to)}, <time datetime="${escapeHtml(mail.sentAt)}">${escapeHtml(formatTime(mail.sentAt))}</time></p>
${code}${link}
${rendered}
<details><summary>${mail.html === null ? 'Show the email' : 'Show the plain text'}</summary>${text}</details>
</article></li>`;
}

/**
 * Shows an email as mail programs with a light and a dark theme would. A page can't choose a frame's color scheme, so the
 * email's media queries are replaced by constant ones. The sandbox blocks scripts.
 */
function showInSchemes(subject: string, html: string): string {
  const answers = { light: '(max-width: 0)', dark: '(min-width: 0)' };
  const frames = Object.entries(answers).map(([scheme, answer]) => {
    const answered = html.replaceAll('(prefers-color-scheme: dark)', answer);
    const source = escapeHtml(`<base target="_blank">${answered}`);
    return `<iframe class="as-${scheme}" loading="lazy" title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${source}"></iframe>`;
  });
  return frames.join('');
}

/** Selects the scheme of all emails, without a script. */
function showSchemes(): string {
  const choices = ['System', 'Light', 'Dark'].map((name, place) => {
    const id = `scheme-${name.toLowerCase()}`;
    return `<label><input type="radio" name="scheme" id="${id}"${place === 0 ? ' checked' : ''}> ${name}</label>`;
  });
  return `<fieldset><legend>Show emails in this theme</legend>${choices.join('')}</fieldset>`;
}

/** Whether the link has an effect, like links of Auth's emails; other links only open a page. */
function carriesToken(link: string): boolean {
  const { searchParams } = new URL(link);
  return searchParams.has('token_hash') || searchParams.has('token');
}

/** Like `20 Nov 2026, 14:05 UTC`. The standard fixes toUTCString's format: `Fri, 20 Nov 2026 14:05:13 GMT`. */
function formatTime(at: string): string {
  const text = new Date(at).toUTCString();
  return `${text.slice(5, 16).replace(/^0/, '')}, ${text.slice(17, 22)} UTC`;
}

/** Polls every 2 s, and reloads the page if there is a newer email. */
function reloadOnNewMail(newest: string): string {
  return `setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch('/mailbox.json', { method: 'HEAD' }).catch(() => undefined);
  if (answer?.ok && answer.headers.get('etag') !== '"${newest}"') location.reload();
}, 2000)`;
}

/** The site's colors with system fonts, since this page doesn't load the site's style sheet. */
const mailboxStyle = `
:root { --paper: #FAF8F3; --ink: #1B1D22; --muted: #5B5C57; --sunken: #F1EEE6; --hairline: #DDD8CB; --focus: #1D4FB8; --ink-hover: #33353C; --control: 36px; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #121413; --ink: #EDEBE4; --muted: #A5A8A0; --sunken: #0C0E0D; --hairline: #2F3431; --focus: #93B4FF; --ink-hover: #FFFFFF; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/22px system-ui, sans-serif; }
main { max-width: 736px; margin: 0 auto; padding: 40px 24px; overflow-wrap: anywhere; }
h1 { font: 32px/38px Georgia, 'Times New Roman', serif; letter-spacing: -0.01em; margin: 0 0 4px; }
h2 { font-size: 18px; line-height: 26px; margin: 0; }
ol { list-style: none; margin: 24px 0 0; padding: 0; }
li { border-top: 1px solid var(--hairline); padding: 16px 0; }
p { margin: 4px 0 12px; }
.muted { color: var(--muted); }
.code { font: 600 24px/32px ui-monospace, Menlo, Consolas, monospace; letter-spacing: 2px; }
.code .muted { font: 15px/22px system-ui, sans-serif; letter-spacing: 0; }
.button, summary { display: inline-flex; align-items: center; min-height: var(--control); padding: 0 14px; border-radius: 6px; font: 600 14px/20px system-ui, sans-serif; }
.button { background: var(--ink); color: var(--paper); text-decoration: none; }
.button:hover { background: var(--ink-hover); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
summary { margin-left: -10px; padding: 0 10px; list-style: none; cursor: pointer; color: var(--muted); font-weight: 500; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--sunken); color: var(--ink); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
fieldset { display: flex; flex-wrap: wrap; gap: 0 16px; margin: 16px 0 0; padding: 0; border: 0; color: var(--muted); }
legend { float: left; padding: 11px 0; }
label { padding: 11px 0; cursor: pointer; }
.rendered[open] { margin-bottom: 8px; }
.as-light { color-scheme: light; background: #FAF8F3; }
.as-dark { color-scheme: dark; background: #121413; }
:root:has(#scheme-system:checked) .as-dark, :root:has(#scheme-light:checked) .as-dark, :root:has(#scheme-dark:checked) .as-light { display: none; }
@media (prefers-color-scheme: dark) {
  :root:has(#scheme-system:checked) .as-light { display: none; }
  :root:has(#scheme-system:checked) .as-dark { display: block; }
}
iframe { width: 100%; height: 560px; resize: vertical; border: 1px solid var(--hairline); border-radius: 10px; }
@media (pointer: coarse), (width < 640px) { :root { --control: 44px; } main { padding: 24px 16px; } h1 { font-size: 28px; line-height: 34px; } }
pre { white-space: pre-wrap; padding: 16px; border-radius: 10px; background: var(--sunken); font: 15px/22px ui-monospace, Menlo, Consolas, monospace; }
`;
