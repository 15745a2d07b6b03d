/** Pages ask here about their session. It is the only data that a session is refreshed for. */
export const sessionPath = '/api/session';

/** A monitor reads it several times a minute, and is no visitor. */
export const metricsPath = '/api/metrics';

/** Fonts, the style sheet, pictures of public proofs, logos of apps and the team's picture: like the API's JSON they depend on nobody who asks. */
export function isSharedFile(pathname: string): boolean {
  return /^\/(fonts\/[^/]+\.woff2|style\/[^/]+|proofs\/[^/]+\/(picture\.png|badge\.svg)|apps\/[^/]+\/logo\.png|intro\/[^/]+)$/.test(
    pathname,
  );
}

const publicPaths = [
  /^\/sign-in(\/second-factor)?$/,
  /^\/sign-up$/,
  /^\/reset-password$/,
  /^\/auth\/(confirm|callback)$/,
  /^\/proofs\/[^/]+$/,
  /^\/(api|fonts)\//,
  /^\/oauth\//,
  /^\/connect\/(problem|signed-out)$/,
  // Public by its nature. A missing file must answer 404, since password managers and crawlers ask without a session.
  /^\/\.well-known\//,
];

export function isPublicPath(pathname: string): boolean {
  return publicPaths.some((path) => path.test(pathname));
}

/** Asks a signed-out visitor to sign in first. Any other path answers 404, known or not. */
const memberPaths =
  /^\/(?:(?:account|activity|apps|confirm-access|connect|developers|reset-password|security|sign-in|sign-out|unavailable|wallets)(?:\/.*)?)?$/;

export function isMemberPath(pathname: string): boolean {
  return memberPaths.test(pathname) && !isPublicPath(pathname);
}
