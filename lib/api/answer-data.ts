/** Someone who removes a wallet waits no longer than this (seconds). */
const cachedForSeconds = 60;

/** Public data, for pages of any site: nothing in it depends on who asks, and cookies are neither read nor set. */
export const forEverybody = { 'access-control-allow-origin': '*' };

/**
 * Answers with data that caches may keep, until `changesAt` (ISO 8601) at most: what is there (200), and what is gone
 * (410).
 */
export function answerData(data: object, status: 200 | 410, changesAt?: string): Response {
  const left = changesAt === undefined ? cachedForSeconds : (Date.parse(changesAt) - Date.now()) / 1000;
  const seconds = Math.max(0, Math.min(cachedForSeconds, Math.floor(left)));
  return Response.json(data, {
    status,
    headers: { ...forEverybody, 'cache-control': `public, max-age=${seconds}` },
  });
}
