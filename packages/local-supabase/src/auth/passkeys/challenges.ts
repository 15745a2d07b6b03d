import type { Query } from '../../core/database.ts';
import { AuthError } from '../auth-error.ts';
import { firstOf } from '../users.ts';

/** Supabase's default. */
const challengeSeconds = 300;

/** Auth stores the session data of its WebAuthn library. */
interface SessionData {
  challenge: string;
  rpId: string;
  /** Base64 of the user handle; null for a sign-in, whose user isn't known yet. */
  user_id: string | null;
  userVerification: 'preferred';
  /** Always year 1 and unused; the column `expires_at` counts. */
  expires: string;
}

export interface Challenge {
  id: string;
  session_data: SessionData;
  is_expired: boolean;
  /** Epoch seconds. */
  expires_at: number;
}

/** A sign-in challenge isn't bound to an account; a registration challenge is. */
type Purpose = { type: 'authentication'; userId: null } | { type: 'registration'; userId: string };

export async function addChallenge(
  query: Query,
  { type, userId }: Purpose,
  { challenge, rpId }: { challenge: string; rpId: string },
): Promise<Challenge> {
  const data: SessionData = {
    challenge,
    rpId,
    user_id: userId && Buffer.from(userId).toString('base64'),
    userVerification: 'preferred',
    expires: '0001-01-01T00:00:00Z',
  };
  const rows = await query<Challenge>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => ${challengeSeconds}))
     returning id, session_data, false as is_expired, floor(extract(epoch from expires_at))::int as expires_at`,
    [userId, type, data],
  );
  return firstOf(rows);
}

/**
 * Consumes the challenge. Call it in a separate transaction, so that the challenge stays consumed if a later check fails.
 * Throws AuthError 400 if it is unknown, used, another account's or of the other ceremony.
 */
export async function takeChallenge(query: Query, id: string, { type, userId }: Purpose): Promise<Challenge> {
  const [challenge] = await query<Challenge>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
     returning id, session_data, expires_at < now() as is_expired,
       floor(extract(epoch from expires_at))::int as expires_at`,
    [id, type, userId],
  );
  if (!challenge) {
    throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  }
  return challenge;
}
