/** Runs once when the server starts. */
export async function register(): Promise<void> {
  // The edge bundle of this file must not even name what only Node.js has.
  if (process.env.NEXT_RUNTIME === 'nodejs') await import('@/lib/refuse-bad-environment');
}
