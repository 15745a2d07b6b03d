/**
 * The headers of every response. Our server sets them; `next.config.mjs` has them for other platforms. The middleware
 * writes a page's policy, which has a nonce.
 */
export const standardHeaders = {
  'X-Content-Type-Options': 'nosniff',
  // Links in mails carry a token in their query: other sites must not be told where a visitor came from.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  // Wallets may open a window and answer through it; nothing else may hold on to ours.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Only where the site is known to be encrypted: a browser remembers this for a year. */
export const encryptedOnly = { 'Strict-Transport-Security': 'max-age=31536000' };
