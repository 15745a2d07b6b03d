import { randomUUID } from 'node:crypto';
import type { Query } from '../core/database.ts';
import { addIdentity } from './identities.ts';

/** A row of auth.users. Times are ISO 8601. */
export interface User {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  invited_at: string | null;
  confirmation_sent_at: string | null;
  recovery_sent_at: string | null;
  email_change: string | null;
  email_change_sent_at: string | null;
  email_change_confirm_status: number;
  reauthentication_sent_at: string | null;
  last_sign_in_at: string | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  phone: string | null;
  confirmed_at: string | null;
  banned_until: string | null;
  is_anonymous: boolean;
}

export const noInstance = '00000000-0000-0000-0000-000000000000';

export async function findUserById(query: Query, id: string): Promise<User | undefined> {
  return (await query<User>('select * from auth.users where id = $1 and deleted_at is null', [id]))[0];
}

export async function findUserByEmail(query: Query, email: string): Promise<User | undefined> {
  const rows = await query<User>(
    'select * from auth.users where email = $1 and is_sso_user = false and deleted_at is null',
    [email.toLowerCase()],
  );
  return rows[0];
}

/** Whether a provider's identity has this address. Auth then treats the address as taken and confirmed. */
export async function isEmailOfIdentity(query: Query, email: string): Promise<boolean> {
  const rows = await query(
    "select from auth.identities where email = $1 and provider not like 'sso:%' limit 1",
    [email.toLowerCase()],
  );
  return rows.length > 0;
}

interface NewUser {
  id: string;
  /** Null for an account without one, such as a wallet's. */
  email: string | null;
  passwordHash: string;
  data: Record<string, unknown>;
  /** The sign-in method that creates the account. */
  provider: string;
}

/** Creates an unconfirmed account. The caller adds its identity. */
export async function createUser(query: Query, user: NewUser): Promise<User> {
  const rows = await query<User>(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new,
       email_change)
     values ($1, $2, 'authenticated', 'authenticated', $3, $4, $5, $6, now(), now(), '', '', '', '') returning *`,
    [
      noInstance,
      user.id,
      user.email,
      user.passwordHash,
      { provider: user.provider, providers: [user.provider] },
      user.data,
    ],
  );
  return firstOf(rows);
}

export async function createEmailUser(
  query: Query,
  { email, passwordHash, data }: { email: string; passwordHash: string; data: Record<string, unknown> },
): Promise<User> {
  const id = randomUUID();
  const profile = { ...data, sub: id, email, email_verified: false, phone_verified: false };
  const user = await createUser(query, { id, email, passwordHash, data: profile, provider: 'email' });
  await addIdentity(query, { userId: id, provider: 'email', providerId: id, data: profile });
  return user;
}

/** Confirms the address on the account, and in each identity that has it. */
export async function confirmEmail(query: Query, userId: string): Promise<User> {
  const rows = await query<User>(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
       raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}' where id = $1 returning *`,
    [userId],
  );
  await query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
     where user_id = $1 and email = $2`,
    [userId, rows[0]?.email],
  );
  return firstOf(rows);
}

export function isBanned(user: User): boolean {
  return user.banned_until !== null && Date.parse(user.banned_until) > Date.now();
}

/** For statements that always return a row. */
export function firstOf<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('firstOf: the statement returned no row');
  return row;
}
