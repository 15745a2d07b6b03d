import { AuthError } from './auth-error.ts';
import type { AuthRequest } from './caller.ts';

/** Throws AuthError 403 unless the request carries the secret key and no user's token. */
export function requireServer(request: AuthRequest): void {
  if (request.req.header('authorization') !== undefined || !request.env.isServer) {
    throw new AuthError(403, 'not_admin', 'User not allowed');
  }
}
