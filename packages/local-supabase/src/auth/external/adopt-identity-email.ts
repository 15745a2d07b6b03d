import type { Query } from '../../core/database.ts';
import { listIdentities } from '../identities.ts';
import { findUserByEmail, type User } from '../users.ts';

/**
 * Keeps the account's address if one of its identities has it. Otherwise sets the first identity's address that no other
 * account has, and revokes all mailed codes. A wallet's identity has an empty address, so an account with only a wallet
 * gets none, as at Supabase. Returns false if every address is taken.
 */
export async function adoptIdentityEmail(query: Query, user: User): Promise<boolean> {
  const emails = (await listIdentities(query, user.id)).map((identity) => identity.email ?? '');
  if (emails.includes(user.email ?? '')) return true;
  for (const email of emails) {
    const owner = email === '' ? undefined : await findUserByEmail(query, email);
    if (owner && owner.id !== user.id) continue;
    await query(
      `update auth.users set email = $2::text, updated_at = now(), confirmation_sent_at = null, recovery_sent_at = null,
         email_change = '', email_change_sent_at = null, email_change_confirm_status = 0,
         email_confirmed_at = case when $2::text is null then null else email_confirmed_at end where id = $1`,
      [user.id, email || null],
    );
    await query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
    return true;
  }
  return false;
}
