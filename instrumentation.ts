/** Runs once when the server starts. */
export async function register(): Promise<void> {
  // The edge bundle of this file must not even name what only Node.js has.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    await import('@/lib/refuse-bad-environment');
    const { drainNotices } = await import('@/lib/mail/drain-notices');
    // What was queued when the last process ended. The site does not wait for it.
    void drainNotices();
  }
}
