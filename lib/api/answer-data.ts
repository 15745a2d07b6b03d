/** How long a cache may keep what it was told: somebody who removes a wallet waits no longer than this (seconds). */
const cachedForSeconds = 60;

/** Public data, for pages of any site: nothing in it depends on who asks, and cookies are neither read nor set. */
export const forEverybody = { 'access-control-allow-origin': '*' };

/** @param status 200 for what is there, 410 for what is gone: both may be cached. */
export function answerData(data: object, status: 200 | 410): Response {
  return Response.json(data, {
    status,
    headers: { ...forEverybody, 'cache-control': `public, max-age=${cachedForSeconds}` },
  });
}
