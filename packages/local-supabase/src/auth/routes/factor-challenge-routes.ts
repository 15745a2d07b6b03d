import { z } from 'zod';
import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { findFactor, type StoredFactor } from '../factors.ts';
import type { RaceEntry } from '../races.ts';
import { optionalText, readBody } from '../read-body.ts';
import { readClaims, requireViewer, uuidForm } from '../require-viewer.ts';
import type { UnsignedSession } from '../sessions.ts';
import { advanceRefreshToken, describeSession, recordMethod, signSession } from '../sessions.ts';
import { isTotpCode } from '../totp.ts';
import { firstOf, type User } from '../users.ts';

/** Supabase's default. */
const challengeSeconds = 300;

interface Challenge {
  id: string;
  /** Epoch seconds. */
  expires_at: number;
  ip: string;
  verified_at: string | null;
}

const challengeColumns = `id, host(ip_address) as ip, verified_at,
  floor(extract(epoch from created_at))::int + ${challengeSeconds} as expires_at`;

const Verification = z.object({ challenge_id: optionalText, code: optionalText });

export function addFactorChallengeRoutes(app: AuthApp, auth: AuthContext): void {
  app.post('/factors/:factorId/challenge', async (request) => {
    const claims = await readClaims(auth, request);
    const challenge = await transactAsAuth(auth, async (query) => {
      const { user } = await requireViewer(query, claims);
      const factor = await findFactor(query, user.id, request.req.param('factorId'));
      return addChallenge(query, factor, request.env.ip);
    });
    return request.json({ id: challenge.id, type: 'totp', expires_at: challenge.expires_at });
  });
  app.post('/factors/:factorId/verify', async (request) => {
    const result = await verifyFactor(request, auth, request.req.param('factorId'));
    if (!result.ok) throw result.error;
    return request.json(await signSession(auth, result.session));
  });
}

async function addChallenge(query: Query, factor: StoredFactor, ip: string): Promise<Challenge> {
  // The column is unique, but the clock has only millisecond resolution.
  await query(
    `update auth.mfa_factors set last_challenged_at = greatest(clock_timestamp(),
       (select max(last_challenged_at) + interval '1 microsecond' from auth.mfa_factors)) where id = $1`,
    [factor.id],
  );
  const rows = await query<Challenge>(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
     values (gen_random_uuid(), $1, now(), $2) returning ${challengeColumns}`,
    [factor.id, ip],
  );
  return firstOf(rows);
}

/** Errors are returned, not thrown, so that the deletion of an expired challenge is committed. */
type VerifyResult = { ok: true; session: UnsignedSession } | { ok: false; error: AuthError };

async function verifyFactor(
  request: AuthRequest,
  auth: AuthContext,
  factorId: string,
): Promise<VerifyResult> {
  const entry = await auth.races.factorCodes.begin();
  const claims = await readClaims(auth, request);
  const { challenge_id: challengeId, code } = await readBody(request, Verification);
  return transactAsAuth(auth, async (query): Promise<VerifyResult> => {
    const { user, session } = await requireViewer(query, claims);
    const factor = await findFactor(query, user.id, factorId);
    if (code === '') throw validationFailed('Code needs to be non-empty');
    const challenge = await findChallenge(query, { factor, challengeId, ip: request.env.ip, entry });
    if (challenge.expires_at * 1000 < Date.now()) {
      await query('delete from auth.mfa_challenges where id = $1', [challenge.id]);
      const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
      return { ok: false, error: new AuthError(422, 'mfa_challenge_expired', message) };
    }
    if (!isTotpCode(factor.secret, code, Date.now())) {
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    await query('update auth.mfa_challenges set verified_at = now() where id = $1', [challenge.id]);
    entry.share(challenge.id, true);
    return { ok: true, session: await raiseSession(query, auth, { user, sessionId: session.id, factor }) };
  });
}

async function findChallenge(
  query: Query,
  {
    factor,
    challengeId,
    ip,
    entry,
  }: { factor: StoredFactor; challengeId: string; ip: string; entry: RaceEntry<true> },
): Promise<Challenge> {
  if (challengeId !== '' && !uuidForm.test(challengeId)) {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const rows = await query<Challenge>(
    `select ${challengeColumns} from auth.mfa_challenges where id = nullif($1, '')::uuid and factor_id = $2`,
    [challengeId, factor.id],
  );
  const [challenge] = rows;
  if (!challenge) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw new AuthError(422, 'mfa_factor_not_found', message);
  }
  const isUsed = challenge.verified_at !== null && !entry.readShared(challenge.id);
  if (isUsed || challenge.ip !== ip) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  return challenge;
}

/** Raises the session to aal2. Ends the account's aal1 sessions and deletes its unverified factors. */
async function raiseSession(
  query: Query,
  auth: AuthContext,
  { user, sessionId, factor }: { user: User; sessionId: string; factor: StoredFactor },
): Promise<UnsignedSession> {
  await query(
    `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1 and status <> 'verified'`,
    [factor.id],
  );
  await recordMethod(query, sessionId, 'totp');
  await query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [
    sessionId,
    factor.id,
  ]);
  // Skips one, because the token before the newest still works (see refreshSession) and the replaced one must not.
  const refreshToken = await advanceRefreshToken(query, sessionId, 2);
  await query(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [user.id]);
  // Auth's response contains the factors it read before it deletes unverified ones.
  const raised = await describeSession(query, auth, { user, sessionId, refreshToken });
  await query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = 'totp'`,
    [user.id],
  );
  return raised;
}
