import { environment } from './env.ts';
import { hostOnly } from './host-only.ts';

/**
 * The name of any cookie of this site but the session's, which Supabase's libraries name. On https, only the prefixed
 * name is read. The prefix demands `Secure`, the path `/` and no domain, also of the cookie that ends one.
 */
export function ownCookieName(name: string): string {
  return hostOnly(name, environment().siteUrl.startsWith('https:'));
}
