import { environment } from './env.ts';
import { hostOnly } from './host-only.ts';

/**
 * The name of any cookie of this site except the session's, which Supabase's libraries name. On https, only the prefixed name is read.
 * The prefix requires `Secure`, the path `/` and no domain, also when deleting the cookie.
 */
export function ownCookieName(name: string): string {
  return hostOnly(name, environment().siteUrl.startsWith('https:'));
}
