import type { Query } from '../core/database.ts';
import { type Identity, listIdentities } from './identities.ts';
import type { User } from './users.ts';

export interface Factor {
  id: string;
  created_at: string;
  updated_at: string;
  status: string;
  friendly_name: string | null;
  factor_type: string;
  last_challenged_at: string | null;
}

/** The account as the Auth API returns it to its owner. Omits absent values and empty `factors`. */
export async function describeUser(query: Query, user: User): Promise<Record<string, unknown>> {
  const identities = await listIdentities(query, user.id);
  const factors = await query<Factor>(
    'select * from auth.mfa_factors where user_id = $1 order by created_at, id',
    [user.id],
  );
  return {
    ...describeRow(user),
    factors: factors.length === 0 ? undefined : factors.map(describeFactor),
    // Auth returns them in no order. Sorting by ID reveals clients that rely on an order.
    identities: identities.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(describeIdentity),
  };
}

/** An account in a list. Auth reads no identities and factors for it. */
export function describeListedUser(user: User): Record<string, unknown> {
  return { ...describeRow(user), identities: null };
}

function describeRow(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: time(user.email_confirmed_at),
    invited_at: time(user.invited_at),
    phone: user.phone ?? '',
    confirmation_sent_at: time(user.confirmation_sent_at),
    confirmed_at: time(user.confirmed_at),
    recovery_sent_at: time(user.recovery_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: time(user.email_change_sent_at),
    last_sign_in_at: time(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    banned_until: time(user.banned_until),
    is_anonymous: user.is_anonymous,
  };
}

export function describeFactor(factor: Factor) {
  return {
    id: factor.id,
    created_at: time(factor.created_at),
    updated_at: time(factor.updated_at),
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    phone: '',
    last_challenged_at: time(factor.last_challenged_at) ?? null,
  };
}

function describeIdentity(identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: time(identity.last_sign_in_at),
    created_at: time(identity.created_at),
    updated_at: time(identity.updated_at),
    email: identity.email ?? undefined,
  };
}

/** With `Z`, the format of the hosted Auth API. */
function time(value: string | null): string | undefined {
  return value === null ? undefined : new Date(value).toISOString();
}
