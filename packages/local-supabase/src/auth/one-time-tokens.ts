import { createHash, randomInt } from 'node:crypto';
import type { Query } from '../core/database.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import { type ConsumedToken, sentAtColumns, type TokenKind } from './token-kinds.ts';
import type { User } from './users.ts';

export interface OneTimeToken {
  /** Digits for the user to type. */
  code: string;
  /** Used in links. Only the hash is stored. */
  hash: string;
}

/** Hashes the code together with the address it is mailed to. */
export function hashCode(email: string, code: string): string {
  return createHash('sha224')
    .update(email + code)
    .digest('hex');
}

/** Throws AuthError 429 if the last email of this kind was sent too recently. */
export function checkMailFrequency(auth: AuthContext, user: User, kind: TokenKind): void {
  const sentAt = user[sentAtColumns[kind]];
  if (sentAt === null) return;
  const waitMs = Date.parse(sentAt) + auth.settings.mailFrequencySeconds * 1000 - Date.now();
  if (waitMs <= 0) return;
  const message = `For security purposes, you can only request this after ${Math.ceil(waitMs / 1000)} seconds.`;
  throw new AuthError(429, 'over_email_send_rate_limit', message);
}

interface NewToken {
  user: User;
  kind: TokenKind;
  email: string;
  code: string;
  isPkce?: boolean;
}

export function makeCode({ settings }: AuthContext): string {
  return String(randomInt(10 ** settings.otpLength)).padStart(settings.otpLength, '0');
}

/** Creates a token and revokes the account's previous one of this kind. */
export async function issueOneTimeToken(
  query: Query,
  { user, kind, email, code, isPkce = false }: NewToken,
): Promise<OneTimeToken> {
  const hash = (isPkce ? 'pkce_' : '') + hashCode(email, code);
  await query(
    `update auth.users set ${kind} = $2, ${sentAtColumns[kind]} = now(), updated_at = now() where id = $1`,
    [user.id, hash],
  );
  await query('delete from auth.one_time_tokens where user_id = $1 and token_type::text = $2', [
    user.id,
    kind,
  ]);
  await query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values (gen_random_uuid(), $1, $2::auth.one_time_token_type, $3, $4, now() at time zone 'utc', now() at time zone 'utc')`,
    [user.id, kind, hash, email],
  );
  return { code, hash };
}

/** Consumes an unexpired token of one of these kinds. */
export async function consumeOneTimeToken(
  query: Query,
  auth: AuthContext,
  { hash, kinds }: { hash: string; kinds: readonly TokenKind[] },
): Promise<ConsumedToken | undefined> {
  const [token] = await query<{ user_id: string; token_type: TokenKind; token_hash: string }>(
    `delete from auth.one_time_tokens where token_hash in ($1, 'pkce_' || $1) and token_type::text = any ($2)
       and created_at > (now() at time zone 'utc') - make_interval(secs => $3)
     returning user_id, token_type::text, token_hash`,
    [hash, kinds, auth.settings.otpSeconds],
  );
  if (!token) return undefined;
  await query(`update auth.users set ${token.token_type} = '', updated_at = now() where id = $1`, [
    token.user_id,
  ]);
  return { userId: token.user_id, kind: token.token_type, isPkce: token.token_hash.startsWith('pkce_') };
}
