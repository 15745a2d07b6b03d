/** Set on every response by the server, or by `next.config.mjs` elsewhere. A page's policy, which has a nonce, is the middleware's. */
export const standardHeaders = {
  'X-Content-Type-Options': 'nosniff',
  // Emailed links carry a token in their query, which must not reach other sites as a referrer.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  // Wallets may open a window and answer through it; other windows get no reference to this site's.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Only for an https site: browsers remember it for a year. */
export const encryptedOnly = { 'Strict-Transport-Security': 'max-age=31536000' };
