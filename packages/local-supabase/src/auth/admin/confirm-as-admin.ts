import type { Query } from '../../core/database.ts';

/** Confirms the account's address and revokes the codes mailed to it. As at Auth, the email identity isn't updated. */
export async function confirmAsAdmin(query: Query, userId: string): Promise<void> {
  await query(
    `update auth.users set email_confirmed_at = now(), confirmation_token = '', updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = $1`,
    [userId],
  );
  await query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}
