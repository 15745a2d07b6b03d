/**
 * Stands in for `lib/supabase/fetch.ts`: the server gives up on a call after five seconds, which a busy machine may take as
 * well.
 */
export const fetchBackend: typeof fetch = (input, init) => fetch(input, { ...init, signal: null });

export const oneTry = { global: { fetch: fetchBackend }, db: { retry: false } } as const;

/** Longer than any test. */
export const mailWaitInMilliseconds = 600_000;
