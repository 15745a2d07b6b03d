import type { RunQuery } from './read-objects.ts';

type Blocker = { pid: number; who: string; state: string; seconds: number };

/** The open transactions, longest first: one of them holds the lock. Without their queries, which may contain data. */
export async function nameBlockers(query: RunQuery): Promise<string> {
  const blockers =
    await query<Blocker>(`select pid, coalesce(nullif(application_name, ''), usename, 'someone') as who,
      coalesce(state, 'unknown') as state, extract(epoch from now() - xact_start)::int as seconds
    from pg_catalog.pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`).catch(() => []);
  const list = blockers.map(
    ({ pid, who, state, seconds }) => `${who} (process ${pid}, ${state}, for ${seconds} s)`,
  );
  return list.length > 0 ? ` Open transactions: ${list.join('; ')}.` : '';
}
