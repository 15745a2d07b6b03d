import { randomBytes } from 'node:crypto';
import { escapeHtml } from './compose-mail.ts';
import type { Mail } from './mail-store.ts';
import { mailboxStyle } from './mailbox-style.ts';

/** The mailbox as a page, newest mail first. What a mail says never becomes markup or script of the page itself. */
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
<p class="muted">These mails went nowhere. The local backend keeps them here, so that you can open their links and read their codes.</p>
${mails.length === 0 ? '<p>No mail yet. This page shows new mail by itself.</p>' : `<ol>${mails.toReversed().map(showMail).join('')}</ol>`}
</main>
<script nonce="${nonce}">${reloadOnNewMail(newest)}</script>
</body>
</html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // Styles may be inline because a mail's frame inherits this policy and mails carry their own.
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
  const body =
    mail.html === null
      ? `<pre>${escapeHtml(mail.text)}</pre>`
      : `<iframe title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe>`;
  return `<li><article>
<h2>${subject}</h2>
<p class="muted">To ${escapeHtml(mail.to)}, <time datetime="${escapeHtml(mail.sentAt)}">${escapeHtml(writeTime(mail.sentAt))}</time></p>
${code}${link}
<details><summary>Show the mail</summary>${body}</details>
</article></li>`;
}

/** Whether a link does something, as those of Auth's mails do. Any other is only a place that a mail speaks of. */
function carriesToken(link: string): boolean {
  const { searchParams } = new URL(link);
  return searchParams.has('token_hash') || searchParams.has('token');
}

/** Like `20 Nov 2026, 14:05 UTC`. By the standard, toUTCString reads `Fri, 20 Nov 2026 14:05:13 GMT`. */
function writeTime(at: string): string {
  const text = new Date(at).toUTCString();
  return `${text.slice(5, 16).replace(/^0/, '')}, ${text.slice(17, 22)} UTC`;
}

/** Asks every 2 s whether there is newer mail. Nothing moves while there is none. */
function reloadOnNewMail(newest: string): string {
  return `setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch('/mailbox.json', { method: 'HEAD' }).catch(() => undefined);
  if (answer?.ok && answer.headers.get('etag') !== '"${newest}"') location.reload();
}, 2000)`;
}
