import type { Query } from '../database.ts';

type MetadataColumn = 'raw_user_meta_data' | 'raw_app_meta_data';

/** A value of null removes its key. */
export async function mergeMetadata(
  query: Query,
  { userId, column, data }: { userId: string; column: MetadataColumn; data: Record<string, unknown> },
): Promise<void> {
  if (Object.keys(data).length === 0) return;
  const removed = Object.keys(data).filter((key) => data[key] === null);
  await query(
    `update auth.users set ${column} = (coalesce(${column}, '{}') || $2::jsonb) - $3::text[], updated_at = now()
     where id = $1`,
    [userId, data, removed],
  );
}
