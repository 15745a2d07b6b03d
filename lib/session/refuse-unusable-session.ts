import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { environment } from '../env.ts';
import { type Failure, fail } from '../result.ts';
import { revokeSession } from './sign-out.ts';
import { logIssuerOnce, recordTokenCheck } from './token-issuer.ts';
import { verifyAccessToken } from './verify-access-token.ts';

/**
 * Checks a new session as every page will: else a misconfigured project would send users back to sign-in without an error.
 * @returns `backend.tokens_refused`, and revokes the session; null if it can be used, or can't be checked now.
 */
export async function refuseUnusableSession(session: Session): Promise<Failure | null> {
  const { status } = await verifyAccessToken(session.access_token);
  recordTokenCheck(status === 'refused');
  if (status !== 'refused') return null;
  const { iss } = decodeJwt(session.access_token);
  if (iss !== environment().jwtIssuer) logIssuerOnce(iss);
  await revokeSession(session);
  return fail('backend.tokens_refused');
}
