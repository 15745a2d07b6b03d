import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { validationFailed } from '../auth-error.ts';
import type { AuthApp } from '../caller.ts';
import { readClaims, requireViewer } from '../require-viewer.ts';

export function addSignOutRoutes(app: AuthApp, auth: AuthContext): void {
  app.post('/logout', async (request) => {
    const scope = request.req.query('scope') ?? 'global';
    const claims = await readClaims(auth, request);
    await transactAsAuth(auth, async (query) => {
      const { user, session } = await requireViewer(query, claims);
      if (scope === 'global') await query('delete from auth.sessions where user_id = $1', [user.id]);
      else if (scope === 'local') await query('delete from auth.sessions where id = $1', [session.id]);
      else if (scope === 'others') {
        await query('delete from auth.sessions where user_id = $1 and id <> $2', [user.id, session.id]);
      } else throw validationFailed(`Unsupported logout scope "${scope}"`);
    });
    return request.body(null, 204);
  });
}
