import { cacheControl } from '@/lib/http/security-headers';

/** Where a password manager sends someone who wants a new password: https://w3c.github.io/webappsec-change-password-url/ */
export function GET(): Response {
  return new Response(null, {
    status: 302,
    headers: { location: '/security#password', 'cache-control': cacheControl },
  });
}
