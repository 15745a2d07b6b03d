/** Same margin as supabase-js: 3 × 30 s. */
const marginInMilliseconds = 90_000;

type KnownSession = { expiresAt: number; checkedAt: number };

/** Whether to ask the server: the access token expires soon, or the device slept or its clock changed since the last check. */
export function isCheckDue({ expiresAt, checkedAt }: KnownSession, now: number): boolean {
  const hasSlept = now - checkedAt > marginInMilliseconds || now < checkedAt;
  return hasSlept || expiresAt - now < marginInMilliseconds;
}
