/** Same margin as supabase-js: 3 × 30 s. */
const marginInMilliseconds = 90_000;

type KnownSession = { expiresAt: number; checkedAt: number };

/**
 * Whether to ask the server: the access token expires soon, or the last check is longer ago than browsers delay a background tab's timer,
 * so that the device slept or its clock changed.
 */
export function isCheckDue({ expiresAt, checkedAt }: KnownSession, now: number): boolean {
  const hasSlept = now - checkedAt > marginInMilliseconds || now < checkedAt;
  return hasSlept || expiresAt - now < marginInMilliseconds;
}
