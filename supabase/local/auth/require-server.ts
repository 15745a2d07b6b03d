import type { AuthRequest } from './auth-context.ts';
import { AuthError } from './auth-error.ts';

/** Throws AuthError unless the request came with the secret key and for nobody in particular: 403 with a person's token, 401 without. */
export function requireServer(request: AuthRequest): void {
  if (request.req.header('authorization') !== undefined) {
    throw new AuthError(403, 'not_admin', 'User not allowed');
  }
  if (!request.env.isServer) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
}
