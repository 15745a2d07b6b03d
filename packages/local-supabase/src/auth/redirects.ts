import { isIP } from 'node:net';
import type { AuthSettings } from '../core/settings.ts';
import type { AuthRequest } from './caller.ts';

/** Returns `redirect_to` if allowed, otherwise the site's URL. */
export function readRedirect(request: AuthRequest, settings: AuthSettings): string {
  const wanted = request.req.query('redirect_to');
  return wanted !== undefined && isAllowedRedirect(wanted, settings) ? wanted : settings.siteUrl;
}

/** Allows the site and the URLs in config.toml. As at Auth, any port of a loopback address is allowed. */
export function isAllowedRedirect(wanted: string, settings: AuthSettings): boolean {
  // Refuses a host of digits only, which URL would parse as an IPv4 address.
  if (!URL.canParse(wanted) || /^\w+:\/\/\d+(?:[:/?#]|$)/.test(wanted)) return false;
  const { protocol, hostname, port } = new URL(wanted);
  const site = new URL(settings.siteUrl);
  const isAddress = isIP(hostname.replace(/[[\]]/g, '')) !== 0;
  const isLoopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  if (protocol === site.protocol && hostname === site.hostname && (isLoopback || port === site.port))
    return true;
  if (isAddress) return isLoopback;
  const withoutFragment = wanted.split('#', 1)[0] ?? '';
  return settings.redirectUrls.some((pattern) => matchPattern(pattern).test(withoutFragment));
}

/** `**` matches anything; `*` and `?` stop at `.` and `/`, as in a hosted project's list. */
function matchPattern(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|[\s\S]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replace(/[\\^$.+()[\]{}|]/, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
