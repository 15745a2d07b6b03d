import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { adoptIdentityEmail } from '../external/adopt-identity-email.ts';
import { listIdentities, syncProviders } from '../identities.ts';
import { startProviderSignIn } from '../oauth/start-sign-in.ts';
import { readClaims, requireViewer, uuidForm } from '../require-viewer.ts';

export function addIdentityRoutes(app: AuthApp, auth: AuthContext): void {
  app.get('/user/identities/authorize', async (request) => {
    const claims = await readClaims(auth, request);
    const { user } = await transactAsAuth(auth, (query) => requireViewer(query, claims));
    requireManualLinking(auth);
    const url = await startProviderSignIn(request, auth, { linkingTargetId: user.id });
    const wantsAddress = request.req.query('skip_http_redirect') === 'true';
    return wantsAddress ? request.json({ url }) : request.redirect(url, 302);
  });
  app.delete('/user/identities/:id', (request) => removeIdentity(request, auth, request.req.param('id')));
}

function requireManualLinking(auth: AuthContext): void {
  if (!auth.settings.allowManualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
}

async function removeIdentity(request: AuthRequest, auth: AuthContext, id: string): Promise<Response> {
  const claims = await readClaims(auth, request);
  await transactAsAuth(auth, async (query) => {
    const { user } = await requireViewer(query, claims);
    requireManualLinking(auth);
    if (!uuidForm.test(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    const identities = await listIdentities(query, user.id);
    if (identities.length <= 1) {
      const message = 'User must have at least 1 identity after unlinking';
      throw new AuthError(422, 'single_identity_not_deletable', message);
    }
    if (!identities.some((identity) => identity.id === id.toLowerCase())) {
      throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
    }
    await query('delete from auth.identities where id = $1', [id]);
    if (!(await adoptIdentityEmail(query, user))) {
      const message = 'Unable to unlink identity due to email conflict';
      throw new AuthError(422, 'email_conflict_identity_not_deletable', message);
    }
    await syncProviders(query, user.id);
  });
  return request.json({});
}
