import { environment } from './env.ts';
import { hostOnly } from './host-only.ts';

/**
 * The name of a cookie of this site: of every one but the session's, whose name Supabase's libraries
 * give. Only the name with the prefix is ever read on https. It asks for `Secure`, the path `/` and no domain, also of the cookie
 * that ends one.
 */
export function ownCookieName(name: string): string {
  return hostOnly(name, environment().siteUrl.startsWith('https:'));
}
