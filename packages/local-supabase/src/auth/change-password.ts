import type { Query } from '../core/database.ts';

/** Also revokes every mailed code and every session of the account except `keepSessionId`. */
export async function changePassword(
  query: Query,
  { userId, keepSessionId, hash }: { userId: string; keepSessionId?: string; hash: string },
): Promise<void> {
  await query(
    `update auth.users set encrypted_password = $2, confirmation_token = '', confirmation_sent_at = null,
       recovery_token = '', recovery_sent_at = null, email_change_token_new = '', email_change_token_current = '',
       email_change_sent_at = null, reauthentication_token = '', reauthentication_sent_at = null, updated_at = now()
     where id = $1`,
    [userId, hash],
  );
  await query('delete from auth.one_time_tokens where user_id = $1', [userId]);
  await query('delete from auth.sessions where user_id = $1 and ($2::uuid is null or id <> $2)', [
    userId,
    keepSessionId ?? null,
  ]);
}
