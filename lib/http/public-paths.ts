/** Pages ask here about their session. It is the only data that a session is refreshed for. */
export const sessionPath = '/api/session';

/** A monitor reads it several times a minute, and is no visitor. */
export const metricsPath = '/api/metrics';

/** Pictures of public proofs, logos of apps and the team's picture: like the API's JSON they depend on nobody who asks. */
export function isPicture(pathname: string): boolean {
  return /^\/(proofs\/[^/]+\/(picture\.png|badge\.svg)|apps\/[^/]+\/logo\.png|intro\/[^/]+)$/.test(pathname);
}

const publicPaths = [
  /^\/sign-in(\/second-factor)?$/,
  /^\/sign-up$/,
  /^\/reset-password$/,
  /^\/auth\/(confirm|callback)$/,
  /^\/proofs\/[^/]+$/,
  /^\/api\//,
  /^\/oauth\//,
  /^\/connect\/(problem|signed-out)$/,
  // Public by its nature. What isn't there has to answer 404: password managers and crawlers ask for it without a session.
  /^\/\.well-known\//,
];

export function isPublicPath(pathname: string): boolean {
  return publicPaths.some((path) => path.test(pathname));
}

/** What asks a signed-out visitor to sign in first, page or not. Any other path is no page for them, known or not. */
const memberPaths =
  /^\/(?:(?:account|activity|apps|confirm-access|connect|developers|reset-password|security|sign-in|sign-out|unavailable|wallets)(?:\/.*)?)?$/;

export function isMemberPath(pathname: string): boolean {
  return memberPaths.test(pathname) && !isPublicPath(pathname);
}
