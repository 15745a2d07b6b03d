import { cacheControl } from '@/lib/http/security-headers';

/** Password managers send users here to change a password: https://w3c.github.io/webappsec-change-password-url/ */
export function GET(): Response {
  return new Response(null, {
    status: 302,
    headers: { location: '/security#password', 'cache-control': cacheControl },
  });
}
