import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { environment } from '../env.ts';
import { type Failure, fail } from '../result.ts';
import { revokeSession } from './revoke-session.ts';
import { noteTokensOfAuth, sayIssuerOnce } from './token-issuer.ts';
import { verifyAccessToken } from './verify-access-token.ts';

/**
 * Checks what Auth has just handed out as every page will. A token that is refused is of a project that is set up
 * otherwise than this server believes, and would lead from the right password back to signing in, without a word.
 * @returns `backend.tokens_refused`, and then the session is ended; null when the session can be used, or when nothing
 * can be said of it now.
 */
export async function refuseUnusableSession(session: Session): Promise<Failure | null> {
  const { status } = await verifyAccessToken(session.access_token);
  noteTokensOfAuth(status === 'refused');
  if (status !== 'refused') return null;
  const { iss } = decodeJwt(session.access_token);
  if (iss !== environment().jwtIssuer) sayIssuerOnce(iss);
  await revokeSession(session);
  return fail('backend.tokens_refused');
}
