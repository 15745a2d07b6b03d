import type { Query } from '../../core/database.ts';
import { validationFailed } from '../auth-error.ts';

const secondsOfUnit: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** Seconds of a Go duration like `1h30m`; 0 for `none`, undefined for an empty one. Throws AuthError 400 for anything else. */
export function readBanDuration(duration: string): number | undefined {
  if (duration === '') return undefined;
  if (duration === 'none') return 0;
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(duration)) {
    const quoted = JSON.stringify(duration);
    throw validationFailed(`invalid format for ban duration: time: invalid duration ${quoted}`);
  }
  const parts = duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g);
  return [...parts].reduce(
    (sum, [, value, unit]) => sum + Number(value) * (secondsOfUnit[unit ?? ''] ?? 0),
    0,
  );
}

/** 0 lifts the ban. */
export async function setBan(query: Query, userId: string, seconds: number): Promise<void> {
  await query(
    `update auth.users set updated_at = now(),
       banned_until = case when $2::float8 = 0 then null else now() + make_interval(secs => $2) end where id = $1`,
    [userId, seconds],
  );
}
