/** Same margin as supabase-js: 3 × 30 s. */
const marginInMilliseconds = 90_000;

type KnownSession = { expiresAt: number; lookedAt: number };

/**
 * Whether the page has to ask the server before it goes on: the access token is about to expire, or the page has not
 * looked for longer than a background tab is kept waiting (it slept, or its clock was changed), so that what it knows may
 * be out of date.
 */
export function isDue({ expiresAt, lookedAt }: KnownSession, now: number): boolean {
  const hasSlept = now - lookedAt > marginInMilliseconds || now < lookedAt;
  return hasSlept || expiresAt - now < marginInMilliseconds;
}
