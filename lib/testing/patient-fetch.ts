/** Replaces `lib/supabase/fetch-backend.ts` in tests that wait for emails: on a busy machine, sending may take longer than users wait. */
export const fetchBackend: typeof fetch = (input, init) => fetch(input, { ...init, signal: null });

export const oneTry = { global: { fetch: fetchBackend }, db: { retry: false } } as const;

/** Longer than any test. */
export const mailWaitInMilliseconds = 600_000;
