import type { JWTPayload } from 'jose';
import type { Query } from '../core/database.ts';
import type { AuthContext } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import type { AuthRequest } from './caller.ts';
import { findSession, type Session } from './sessions.ts';
import { findUserById, isBanned, type User } from './users.ts';

export const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The claims of the request's access token. Throws AuthError 403 if it is missing or invalid. */
export async function readClaims(auth: AuthContext, request: AuthRequest): Promise<JWTPayload> {
  const token = /^Bearer (.+)$/i.exec(request.req.header('authorization') ?? '')?.[1];
  if (token === undefined) {
    // A hosted project's gateway replaces a missing token with one for the API key, which has no `sub`.
    throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  }
  try {
    return await auth.signingKeys.verify(token);
  } catch {
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
  }
}

/** Loads the account and session of the claims. Throws AuthError 403 if either no longer exists. */
export async function requireViewer(
  query: Query,
  { sub, session_id }: JWTPayload,
): Promise<{ user: User; session: Session }> {
  if (sub === undefined || !uuidForm.test(sub))
    throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const user = await findUserById(query, sub);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const isId = typeof session_id === 'string' && uuidForm.test(session_id);
  const session = isId ? await findSession(query, session_id) : undefined;
  if (session?.user_id !== user.id) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  return { user, session };
}
