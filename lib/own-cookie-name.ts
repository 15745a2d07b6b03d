import { environment } from './env.ts';
import { hostOnly } from './host-only.ts';

/**
 * For any cookie but the session's, which Supabase names. On https only the prefixed name is read; it requires `Secure` and the path `/`.
 */
export function ownCookieName(name: string): string {
  return hostOnly(name, environment().siteUrl.startsWith('https:'));
}
