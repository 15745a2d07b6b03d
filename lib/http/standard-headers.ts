import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

/** What every answer says: pages, files, data, redirects and refusals. The policy of a page has a nonce, so the middleware writes that one. */
export const standardHeaders = {
  'X-Content-Type-Options': 'nosniff',
  // Links in mails carry a token in their query: other sites must not be told where a visitor came from.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  // Wallets may open a window and answer through it; nothing else may hold on to ours.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Only where the site is known to be served encrypted: a browser remembers this for a year. */
export const encryptedOnly = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Sets them before Next.js sees the request: it has no place that reaches its files and its own failures too. */
export function setStandardHeaders({ siteUrl }: { siteUrl: string }): void {
  const headers = Object.entries({
    ...standardHeaders,
    ...(siteUrl.startsWith('https:') && encryptedOnly),
  });
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse };
    for (const [name, value] of headers) response.setHeader(name, value);
  });
}
