/** Pages check their session here. The only data route that refreshes a session. */
export const sessionPath = '/api/session';

/** Scraped several times a minute, so successful requests aren't logged. */
export const metricsPath = '/api/metrics';

/** Fonts, styles, the favicon, the package for apps, pictures of public proofs and pages, app logos and the team's logo: identical for every requester, like the API's JSON. */
export function isSharedFile(pathname: string): boolean {
  return /^\/(favicon\.ico|fonts\/[^/]+\.woff2|style\/[^/]+|(proofs|people)\/[^/]+\/(picture\.png|badge\.svg)|apps\/[^/]+\/logo\.png|brand\/[^/]+|countersign-[^/]+\.tgz)$/.test(
    pathname,
  );
}

const publicPaths = [
  /^\/sign-in(\/second-factor)?$/,
  /^\/(sign-up|accessibility)$/,
  /^\/reset-password$/,
  /^\/auth\/(confirm|callback)$/,
  /^\/(proofs|people)\/[^/]+$/,
  /^\/(api|fonts)\//,
  /^\/oauth\//,
  /^\/connect\/(problem|signed-out)$/,
  /^\/developers\/docs(\/[a-z]+)?$/,
  // Public by definition. A missing file must answer 404, since password managers and crawlers request it without a session.
  /^\/\.well-known\//,
];

export function isPublicPath(pathname: string): boolean {
  return publicPaths.some((path) => path.test(pathname));
}

/** Paths that redirect signed-out visitors to sign-in. Others that aren't public answer 404, whether they exist or not. */
const memberPaths =
  /^\/(?:(?:account|activity|apps|confirm-access|connect|developers|reset-password|security|sign-in|sign-out|unavailable|wallets)(?:\/.*)?)?$/;

export function isMemberPath(pathname: string): boolean {
  return memberPaths.test(pathname) && !isPublicPath(pathname);
}
