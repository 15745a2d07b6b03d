import { decodeJwt } from 'jose';
import { logWarning } from '../log/log.ts';
import { cookieBytes, largeSessionInBytes, largestSessionInBytes, type RequestCookie } from './cookies.ts';

/** Thrown instead of setting cookies that a browser or a proxy would drop silently. */
export class SessionTooLarge extends Error {}

/** Logs the largest claim if the session cookies exceed 6 kB, and throws SessionTooLarge above 12 kB. */
export function checkCookieBudget(cookies: RequestCookie[], accessToken: string | undefined): void {
  const bytes = cookieBytes(cookies);
  if (bytes <= largeSessionInBytes) return;
  logWarning(
    'session.large',
    `The session cookies take ${bytes} bytes; the largest claim is ${largestClaim(accessToken)}.`,
  );
  if (bytes > largestSessionInBytes)
    throw new SessionTooLarge(`The session cookies would take ${bytes} bytes`);
}

function largestClaim(accessToken: string | undefined): string {
  if (!accessToken) return 'unknown';
  const sizes = Object.entries(decodeJwt(accessToken)).map(
    ([name, value]) => [name, JSON.stringify(value)?.length ?? 0] as const,
  );
  const [name, size] = sizes.reduce(
    (largest, claim) => (claim[1] > largest[1] ? claim : largest),
    ['none', 0],
  );
  return `${name} with ${size} bytes`;
}
