import type { Query } from '../../core/database.ts';

/** Confirms the address without a word to its identity, and takes back what was mailed to it, as Auth does. */
export async function confirmAsAdmin(query: Query, userId: string): Promise<void> {
  await query(
    `update auth.users set email_confirmed_at = now(), confirmation_token = '', updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = $1`,
    [userId],
  );
  await query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}
