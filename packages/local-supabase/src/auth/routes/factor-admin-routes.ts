import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthApp } from '../caller.ts';
import { describeFactor } from '../describe-user.ts';
import { findFactor, removeFactor, type StoredFactor } from '../factors.ts';
import { requireServer } from '../require-server.ts';
import { uuidForm } from '../require-viewer.ts';
import { findUserById, type User } from '../users.ts';

/** Factors of any account, for example to help a user who lost their phone. Requires the secret key. */
export function addFactorAdminRoutes(app: AuthApp, auth: AuthContext): void {
  app.get('/admin/users/:userId/factors', async (request) => {
    requireServer(request);
    const factors = await transactAsAuth(auth, async (query) => {
      const user = await findUser(query, request.req.param('userId'));
      return query<StoredFactor>(
        'select * from auth.mfa_factors where user_id = $1 order by created_at, id',
        [user.id],
      );
    });
    return request.json(factors.map(describeFactor));
  });
  app.delete('/admin/users/:userId/factors/:factorId', async (request) => {
    requireServer(request);
    const factor = await transactAsAuth(auth, async (query) => {
      const user = await findUser(query, request.req.param('userId'));
      return findFactor(query, user.id, request.req.param('factorId'));
    });
    await removeFactor(auth, factor);
    return request.json(describeFactor(factor));
  });
}

async function findUser(query: Query, id: string): Promise<User> {
  if (!uuidForm.test(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(query, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}
