import type { Query } from '../core/database.ts';

type MetadataChange = {
  userId: string;
  column: 'raw_user_meta_data' | 'raw_app_meta_data';
  data: Record<string, unknown>;
  staleMetadata?: Record<string, unknown> | null;
};

/** A null value removes its key. @param staleMetadata metadata to write in place of the current value, to simulate a lost update. */
export async function mergeMetadata(
  query: Query,
  { userId, column, data, staleMetadata = null }: MetadataChange,
): Promise<void> {
  if (Object.keys(data).length === 0) return;
  const removed = Object.keys(data).filter((key) => data[key] === null);
  await query(
    `update auth.users set ${column} = (coalesce($4::jsonb, ${column}, '{}') || $2::jsonb) - $3::text[], updated_at = now()
     where id = $1`,
    [userId, data, removed, staleMetadata],
  );
}
