import type { Query } from '../core/database.ts';
import { AuthError } from './auth-error.ts';
import { setEmailIdentity, syncProviders } from './identities.ts';
import { issueOneTimeToken } from './one-time-tokens.ts';
import type { TokenKind } from './token-kinds.ts';
import type { MailOutbox } from './transact-with-mail.ts';
import { findUserByEmail, firstOf, type User } from './users.ts';

/** Throws AuthError 422 if another account has the address, or one of its identities has. */
export async function requireFreeEmail(
  query: Query,
  { email, exceptUserId }: { email: string; exceptUserId?: string },
): Promise<void> {
  const others = await query(
    'select 1 from auth.identities where email = $1 and ($2::uuid is null or user_id <> $2) limit 1',
    [email.toLowerCase(), exceptUserId ?? null],
  );
  if (others.length > 0 || (await findUserByEmail(query, email))) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
}

/**
 * Emails a code to both addresses and replaces codes sent earlier. The address changes once both are confirmed. An account
 * without an address, such as a wallet's, confirms only the new one.
 */
export async function startEmailChange(
  query: Query,
  outbox: MailOutbox,
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
    const token = await issueOneTimeToken(query, {
      user: changing,
      kind,
      email,
      isPkce,
      code: outbox.makeCode(),
    });
    await outbox.send(query, {
      template: 'email_change',
      to: email,
      user: changing,
      token,
      redirectTo,
    });
  }
}

/** Records one address's confirmation. Returns the changed account once both have confirmed, otherwise undefined. */
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
  const email = user.email_change;
  if (!email) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  await requireFreeEmail(query, { email, exceptUserId: user.id });
  await setEmailIdentity(query, { userId: user.id, email, isVerified: true });
  await syncProviders(query, user.id);
  await query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
  const rows = await query<User>(
    `update auth.users set email = $2, email_change = '', email_change_token_new = '',
       email_change_token_current = '', email_change_confirm_status = 0,
       raw_user_meta_data = case when email_confirmed_at is null
         then coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' else raw_user_meta_data end,
       email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
     where id = $1 returning *`,
    [user.id, email],
  );
  return firstOf(rows);
}
