/** Runs once when the server starts: without a usable configuration it says so in one line and ends. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { readEnvironment } = await import('@/lib/env');
  const read = readEnvironment(process.env);
  if (!read.ok) {
    console.error(read.message);
    process.exit(1);
  }
}
