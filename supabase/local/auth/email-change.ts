import type { Query } from '../database.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { issueOneTimeToken, type TokenKind } from './one-time-tokens.ts';
import { sendAuthMail } from './send-auth-mail.ts';
import { findUserByEmail, firstOf, type User } from './users.ts';

/** Throws AuthError 422 when another account has the address. */
export async function requireFreeEmail(query: Query, email: string): Promise<void> {
  if (await findUserByEmail(query, email)) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
}

/** Asks both addresses, anew if they were asked before. Nothing changes before both have confirmed. */
export async function startEmailChange(
  query: Query,
  auth: AuthContext,
  {
    user,
    newEmail,
    isPkce,
    redirectTo,
  }: { user: User; newEmail: string; isPkce: boolean; redirectTo: string },
): Promise<void> {
  const rows = await query<User>(
    'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1 returning *',
    [user.id, newEmail],
  );
  const changing = firstOf(rows);
  const addresses: [TokenKind, string | null][] = [
    ['email_change_token_current', user.email],
    ['email_change_token_new', newEmail],
  ];
  for (const [kind, email] of addresses) {
    if (!email) continue;
    const token = await issueOneTimeToken(query, auth, { user: changing, kind, email, isPkce });
    await sendAuthMail(query, auth, {
      template: 'email_change',
      to: email,
      user: changing,
      token,
      redirectTo,
    });
  }
}

/** Counts one address's yes. Gives the changed account once both have said it, otherwise undefined. */
export async function confirmEmailChange(
  query: Query,
  user: User,
  kind: TokenKind,
): Promise<User | undefined> {
  const isFirst = user.email_change_confirm_status === 0;
  if (isFirst && user.email) {
    const status = kind === 'email_change_token_current' ? 2 : 1;
    await query('update auth.users set email_change_confirm_status = $2, updated_at = now() where id = $1', [
      user.id,
      status,
    ]);
    return undefined;
  }
  if (user.email_change) await requireFreeEmail(query, user.email_change);
  await query(
    `delete from auth.one_time_tokens where user_id = $1 and token_type::text like 'email_change%'`,
    [user.id],
  );
  const rows = await query<User>(
    `update auth.users set email = email_change, email_change = '', email_change_token_new = '',
       email_change_token_current = '', email_change_confirm_status = 0,
       email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', email_change)
     where id = $1 returning *`,
    [user.id],
  );
  const changed = firstOf(rows);
  await query(
    `update auth.identities set updated_at = now(),
       identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true)
     where user_id = $1 and provider = 'email'`,
    [user.id, changed.email],
  );
  return changed;
}
