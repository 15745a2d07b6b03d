/** `supabase/shared-numbers.test.ts` compares them with the SQL, `supabase/config.toml` and signed statements. */

/** For this long after a step-up, sensitive actions don't ask again: enough for one task, little for an unattended laptop. */
export const stepUpMinutes = 10;

/** For this long the codes and links that Auth emails are valid. `mailed_code` in `limits.ts` limits the tries. */
export const mailedCodeLifetime = { seconds: 3600, inWords: 'one hour' };
