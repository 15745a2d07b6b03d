import type { Query } from '../core/database.ts';

/** A sign-in method: an email address, a provider's account or a wallet. */
export interface Identity {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
}

/** Oldest first. */
export function listIdentities(query: Query, userId: string): Promise<Identity[]> {
  return query<Identity>('select * from auth.identities where user_id = $1 order by created_at, id', [
    userId,
  ]);
}

/** `providerId` is the provider's ID for the user; for `email`, the account's own ID. */
export async function findIdentity(
  query: Query,
  { provider, providerId }: { provider: string; providerId: string },
): Promise<Identity | undefined> {
  const rows = await query<Identity>(
    'select * from auth.identities where provider = $1 and provider_id = $2',
    [provider, providerId],
  );
  return rows[0];
}

export async function addIdentity(
  query: Query,
  identity: { userId: string; provider: string; providerId: string; data: Record<string, unknown> },
): Promise<string> {
  const rows = await query<{ id: string }>(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, now(), clock_timestamp(), now()) returning id`,
    [identity.providerId, identity.userId, identity.data, identity.provider],
  );
  return rows[0]?.id ?? '';
}

export async function setEmailIdentity(
  query: Query,
  { userId, email, isVerified }: { userId: string; email: string; isVerified: boolean },
): Promise<void> {
  const data = { email, email_verified: isVerified };
  const changed = await query(
    `update auth.identities set updated_at = now(), identity_data = identity_data || $2
     where user_id = $1 and provider = 'email' returning id`,
    [userId, data],
  );
  if (changed.length > 0) return;
  const claims = { sub: userId, ...data, phone_verified: false };
  await addIdentity(query, { userId, provider: 'email', providerId: userId, data: claims });
}

/** Writes the sign-in methods to `app_metadata`: all as `providers`, the oldest as `provider`. */
export async function syncProviders(query: Query, userId: string): Promise<void> {
  const providers = [...new Set((await listIdentities(query, userId)).map((identity) => identity.provider))];
  const [provider] = providers;
  await query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $2, updated_at = now() where id = $1`,
    [userId, provider === undefined ? { providers } : { provider, providers }],
  );
}
