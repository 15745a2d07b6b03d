import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { requireLevel, requirePasskeys } from '../passkeys/require-passkeys.ts';
import {
  describePasskey,
  findPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../passkeys/stored-passkeys.ts';
import { readBody } from '../read-body.ts';
import { readClaims, requireViewer, uuidForm } from '../require-viewer.ts';

export function addPasskeyRoutes(app: AuthApp, auth: AuthContext): void {
  app.get('/passkeys', async (request) => {
    requirePasskeys(auth);
    const claims = await readClaims(auth, request);
    const passkeys = await transactAsAuth(auth, async (query) => {
      const { user } = await requireViewer(query, claims);
      return listPasskeys(query, user.id);
    });
    return request.json(passkeys.map(describePasskey));
  });
  app.patch('/passkeys/:passkeyId', (request) => rename(request, auth, request.req.param('passkeyId')));
  app.delete('/passkeys/:passkeyId', async (request) => {
    requirePasskeys(auth);
    const claims = await readClaims(auth, request);
    await transactAsAuth(auth, async (query) => {
      const viewer = await requireViewer(query, claims);
      await requireLevel(query, viewer);
      const passkeyId = request.req.param('passkeyId');
      const passkey = await findPasskey(query, { userId: viewer.user.id, passkeyId });
      await removePasskey(query, passkey.id);
    });
    return request.body(null, 204);
  });
}

/** Bytes. */
const longestName = 120;
const Renaming = z.object({ friendly_name: z.string().nullish() });

async function rename(request: AuthRequest, auth: AuthContext, passkeyId: string): Promise<Response> {
  requirePasskeys(auth);
  const claims = await readClaims(auth, request);
  const passkey = await transactAsAuth(auth, async (query) => {
    const { user } = await requireViewer(query, claims);
    if (!uuidForm.test(passkeyId)) throw new AuthError(404, 'validation_failed', 'Passkey not found');
    const name = ((await readBody(request, Renaming)).friendly_name ?? '').toWellFormed();
    if (name === '') throw validationFailed('friendly_name is required');
    if (Buffer.byteLength(name) > longestName) {
      throw validationFailed('friendly_name must be 120 characters or less');
    }
    const { id } = await findPasskey(query, { userId: user.id, passkeyId });
    // Postgres can't store U+0000, and Auth returns the database's error.
    if (name.includes('\u0000'))
      throw new AuthError(500, 'unexpected_failure', 'Database error updating passkey');
    return renamePasskey(query, id, name);
  });
  return request.json(describePasskey(passkey));
}
