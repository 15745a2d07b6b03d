import { outageRetryInSeconds } from '../backend-unavailable.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { dataPolicy } from '../http/security-headers.ts';
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

/** Returns an image for pages of any site. Cached like data by default, so that the end of a proof shows as soon. */
export function answerImage(
  image: BodyInit,
  type: string,
  cached = `public, max-age=${cachedForSeconds}`,
): Response {
  return new Response(image, {
    headers: {
      'content-type': type,
      'content-security-policy': dataPolicy,
      'cache-control': cached,
      'cross-origin-resource-policy': 'cross-origin',
    },
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

const allowed = 'GET, HEAD, OPTIONS';
const allowedToPost = 'POST, OPTIONS';

export function answerUnknown(): Response {
  return answerError('api.not_found');
}

/** For routes that only read. */
export function refuseMethod(): Response {
  return answerError('api.method_not_allowed', { allow: allowed });
}

export function refuseAllButPost(): Response {
  return answerError('api.only_post', { allow: allowedToPost });
}

/** Answers a browser's preflight: any page may read. */
export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsForAll,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
      allow: allowed,
    },
  });
}

/** For routes that take an access token: the star covers every header except `Authorization`. */
export function answerTokenPreflight(): Response {
  const answer = answerPreflight();
  answer.headers.set('access-control-allow-headers', 'Authorization, *');
  return answer;
}

/** Answers a preflight without CORS headers, so that browsers block scripts of pages: a page can't keep an app's secret. */
export function answerPreflightWithoutCors(): Response {
  return new Response(null, { status: 204, headers: { allow: allowed } });
}

export function answerPostPreflightWithoutCors(): Response {
  return new Response(null, { status: 204, headers: { allow: allowedToPost } });
}
