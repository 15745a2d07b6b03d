import type { AuthSettings } from '../core/settings.ts';
import type { AuthRequest } from './caller.ts';

/** Where the link may lead afterwards: `redirect_to` when it is allowed, otherwise the site. */
export function readRedirect(request: AuthRequest, settings: AuthSettings): string {
  const wanted = request.req.query('redirect_to');
  return wanted !== undefined && isAllowedRedirect(wanted, settings) ? wanted : settings.siteUrl;
}

/** Whether it leads to the site or to a place that config.toml allows. */
export function isAllowedRedirect(wanted: string, settings: AuthSettings): boolean {
  if (!URL.canParse(wanted)) return false;
  const { protocol, origin, username } = new URL(wanted);
  if (!['http:', 'https:'].includes(protocol) || username !== '') return false;
  if (origin === new URL(settings.siteUrl).origin) return true;
  return settings.redirectUrls.some((pattern) => matchPattern(pattern).test(wanted));
}

/** `**` stands for anything, `*` and `?` stop at `.` and `/`, as in the list of a hosted project. */
function matchPattern(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|[\s\S]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replace(/[\\^$.+()[\]{}|]/, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
