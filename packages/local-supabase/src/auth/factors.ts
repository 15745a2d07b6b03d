import type { Query } from '../core/database.ts';
import { type AuthContext, transactAsAuth } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import type { Factor } from './describe-user.ts';
import { waitForConcurrentRequests } from './races.ts';
import { uuidForm } from './require-viewer.ts';
import { firstOf } from './users.ts';

/** A row of auth.mfa_factors. Only authenticator apps can be enrolled here, so each has a secret. */
export interface StoredFactor extends Factor {
  user_id: string;
  secret: string;
}

/** Supabase's default. Counts unverified factors too. */
const mostFactors = 10;
/** An unverified factor that was never challenged is deleted after this long, as at Supabase. */
const abandonedAfterSeconds = 300;

/** Throws AuthError 404 for an unknown factor, and the same for another account's. */
export async function findFactor(query: Query, userId: string, factorId: string): Promise<StoredFactor> {
  if (!uuidForm.test(factorId)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const rows = await query<StoredFactor>('select * from auth.mfa_factors where id = $1 and user_id = $2', [
    factorId,
    userId,
  ]);
  const [factor] = rows;
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** Throws AuthError 422 for a taken name or one factor too many, 403 if the session needs aal2. */
export async function requireRoomForFactor(
  query: Query,
  { userId, name, aal }: { userId: string; name: string; aal: string },
): Promise<void> {
  await query(
    `delete from auth.mfa_factors f where f.status <> 'verified' and f.created_at < now() - make_interval(secs => $1)
       and not exists (select 1 from auth.mfa_challenges c where c.factor_id = f.id)`,
    [abandonedAfterSeconds],
  );
  const factors = await query<StoredFactor>('select * from auth.mfa_factors where user_id = $1', [userId]);
  if (factors.some((factor) => (factor.friendly_name ?? '') === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthError(422, 'mfa_factor_name_conflict', message);
  }
  if (factors.length >= mostFactors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (aal !== 'aal2' && factors.some((factor) => factor.status === 'verified')) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

export async function addFactor(
  query: Query,
  { userId, name, secret }: { userId: string; name: string; secret: string },
): Promise<StoredFactor> {
  const rows = await query<StoredFactor>(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'totp', 'unverified', $3, now(), now()) returning *`,
    [userId, name, secret],
  );
  return firstOf(rows);
}

/**
 * Deletes the factor in a second transaction, as Auth does, so several concurrent removals may succeed. Sessions that
 * were raised by this factor fall back to aal1 at their next refresh.
 */
export async function removeFactor(auth: AuthContext, factor: StoredFactor): Promise<void> {
  if (auth.races.removesFactorsTwice) await waitForConcurrentRequests();
  await transactAsAuth(auth, async (query) => {
    await query('delete from auth.mfa_factors where id = $1', [factor.id]);
    await query(
      `delete from auth.mfa_amr_claims a using auth.sessions s
       where a.session_id = s.id and s.factor_id = $1 and a.authentication_method = $2`,
      [factor.id, factor.factor_type],
    );
    await query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [factor.id]);
  });
}
