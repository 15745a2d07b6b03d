import { outageRetryInSeconds } from '../backend-unavailable.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { describeError } from '../result.ts';

/** How long a removed wallet may stay in caches. */
const cachedForSeconds = 60;

/** Public data, readable by pages of any site: it is identical for every requester, and cookies are neither read nor set. */
export const corsForAll = { 'access-control-allow-origin': '*' };

/** Returns data that caches may keep until `changesAt` (ISO 8601) at most: available (200) or gone (410). */
export function answerData(data: object, status: 200 | 410, changesAt?: string): Response {
  const left = changesAt === undefined ? cachedForSeconds : (Date.parse(changesAt) - Date.now()) / 1000;
  const seconds = Math.max(0, Math.min(cachedForSeconds, Math.floor(left)));
  return Response.json(data, {
    status,
    headers: { ...corsForAll, 'cache-control': `public, max-age=${seconds}` },
  });
}

/** Returns a failure with the catalogue's texts: `{"error": {"code", "title", "hint"}}`. Not cached. */
export function answerError(code: ErrorCode, headers: Record<string, string> = {}): Response {
  const { status } = errors[code];
  return Response.json(
    { error: describeError(code) },
    {
      status,
      headers: {
        ...corsForAll,
        'cache-control': 'no-store',
        ...(status === 503 && { 'retry-after': String(outageRetryInSeconds) }),
        ...headers,
      },
    },
  );
}
