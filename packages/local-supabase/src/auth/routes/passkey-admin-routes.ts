import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthApp } from '../caller.ts';
import { describePasskey, findPasskey, listPasskeys, removePasskey } from '../passkeys/stored-passkeys.ts';
import { requireServer } from '../require-server.ts';
import { uuidForm } from '../require-viewer.ts';
import { findUserById } from '../users.ts';

/** Passkeys of any account, even if the project has passkeys off. Requires the secret key, but not aal2. */
export function addPasskeyAdminRoutes(app: AuthApp, auth: AuthContext): void {
  app.get('/admin/users/:userId/passkeys', async (request) => {
    requireServer(request);
    const passkeys = await transactAsAuth(auth, async (query) =>
      listPasskeys(query, await requireUserId(query, request.req.param('userId'))),
    );
    return request.json(passkeys.map(describePasskey));
  });
  app.delete('/admin/users/:userId/passkeys/:passkeyId', async (request) => {
    requireServer(request);
    await transactAsAuth(auth, async (query) => {
      const userId = await requireUserId(query, request.req.param('userId'));
      const passkey = await findPasskey(query, { userId, passkeyId: request.req.param('passkeyId') });
      await removePasskey(query, passkey.id);
    });
    return request.body(null, 204);
  });
}

async function requireUserId(query: Query, id: string): Promise<string> {
  if (!uuidForm.test(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(query, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user.id;
}
