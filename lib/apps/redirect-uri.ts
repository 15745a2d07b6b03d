import { describePlace } from '../describe-place.ts';
import { isTopLevelDomain } from './is-top-level-domain.ts';

const longestRedirectUri = 500;
export const mostRedirectUris = 10;

export type RedirectRules = {
  /** An app with a secret runs on a server, which has an https address. */
  isConfidential: boolean;
  /** This site runs on the user's own machine, so an app with a secret may too. */
  isLocal: boolean;
};

export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** One slash: after two, users would read the next part as the destination's host. */
const privateScheme = /^([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):\/(?!\/)/;

/** Whether a scheme is a reversed domain (RFC 8252, 7.1), like `com.example.app`, and can't be read as a host. */
function isReversedDomain(scheme: string): boolean {
  const labels = scheme.split('.');
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  if (!isTopLevelDomain(first) || labels.some((label) => /^-|-$/.test(label))) return false;
  if (!isTopLevelDomain(last)) return true;
  return labels.length > 2 && neverFirst.includes(first) && !neverFirst.includes(last);
}

/** Top-level domains that no host begins with. */
const neverFirst = ['com', 'net', 'org'];

/** ASCII without spaces, controls, quotes, backslashes and brackets; without commas, which separate addresses; without wildcards. */
const written = /^[!#$%&'()+\-./0-9:;=?@A-Z[\]_a-z~]+$/;

/** Schemes with a meaning in browsers. */
const ofBrowsers = /^(?:about|blob|data|file|ftp|javascript|vbscript|view-source|wss?):/;

export type RedirectRefusal =
  | 'app.redirect_https'
  | 'app.redirect_invalid'
  | 'app.redirect_public_only'
  | 'app.redirect_scheme'
  | 'app.redirect_spelling';

/** Requests must match it exactly, so it has to be normalized like a browser's, and show its destination. @returns null if it is allowed. */
export function refuseRedirectUri(uri: string, rules: RedirectRules): RedirectRefusal | null {
  if (uri.length > longestRedirectUri || !written.test(uri) || /[@#]/.test(uri))
    return 'app.redirect_invalid';
  const url = URL.parse(uri);
  if (!url) return URL.canParse(`https://${uri}`) ? 'app.redirect_https' : 'app.redirect_invalid';
  // The slash of an empty path may be missing.
  const isAsWritten = url.href === uri || url.href === `${uri}/`;
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'app.redirect_https';
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    if (!isWholeHost(url.hostname)) return 'app.redirect_invalid';
    if (!isAsWritten) return isSameHost(uri, url) ? 'app.redirect_spelling' : 'app.redirect_invalid';
    const isAllowed = url.protocol === 'https:' || rules.isLocal || !rules.isConfidential;
    return isAllowed ? null : 'app.redirect_public_only';
  }
  if (ofBrowsers.test(url.protocol)) return 'app.redirect_invalid';
  // A host with a port parses as a scheme.
  if (/^[^/]+:\d/.test(uri)) return 'app.redirect_https';
  const [, scheme] = privateScheme.exec(uri) ?? [];
  if (!isAsWritten || !scheme || !isReversedDomain(scheme)) return 'app.redirect_scheme';
  return rules.isConfidential ? 'app.redirect_public_only' : null;
}

/** Whether the browser's host is the typed one: it reads a number as an IP address, and a path's first part as a host. */
function isSameHost(uri: string, { protocol, hostname }: URL): boolean {
  return uri.toLowerCase().startsWith(`${protocol}//${hostname}`);
}

function isWholeHost(hostname: string): boolean {
  return hostname !== '' && !hostname.endsWith('.') && !hostname.startsWith('.');
}

/** Names an address for users: its host and port, or an installed app. */
export function describeRedirectUri(uri: string): string {
  const url = new URL(uri);
  return describePlace(url.protocol === 'https:' || url.protocol === 'http:' ? url.host : url.protocol);
}
