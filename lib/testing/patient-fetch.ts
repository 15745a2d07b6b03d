/** Replaces `lib/supabase/fetch-backend.ts` by one without a timeout: a busy machine may need more than its five seconds. */
export const fetchBackend: typeof fetch = (input, init) => fetch(input, { ...init, signal: null });

export const oneTry = { global: { fetch: fetchBackend }, db: { retry: false } } as const;

/** Longer than any test. */
export const mailWaitInMilliseconds = 600_000;
