import { z } from 'zod';
import type { Query } from '../../core/database.ts';
import { AdminUser } from '../admin/admin-user.ts';
import { readBanDuration, setBan } from '../admin/ban.ts';
import { confirmAsAdmin } from '../admin/confirm-as-admin.ts';
import { createUserAsAdmin } from '../admin/create-user.ts';
import { listUsers } from '../admin/list-users.ts';
import { refuseTakenValues } from '../admin/refuse-taken-values.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { changePassword } from '../change-password.ts';
import { describeUser } from '../describe-user.ts';
import { findIdentity, setEmailIdentity, syncProviders } from '../identities.ts';
import { mergeMetadata } from '../merge-metadata.ts';
import { checkPasswordRules, hashPassword } from '../passwords.ts';
import { readBody, readEmail } from '../read-body.ts';
import { requireServer } from '../require-server.ts';
import { uuidForm } from '../require-viewer.ts';
import { findUserById, type User } from '../users.ts';

export function addAdminUserRoutes(app: AuthApp, auth: AuthContext): void {
  app.get('/admin/users', async (request) => {
    requireServer(request);
    return listUsers(request, auth);
  });
  app.post('/admin/users', async (request) => {
    requireServer(request);
    return request.json(await createUserAsAdmin(auth, await readBody(request, AdminUser)));
  });
  app.get('/admin/users/:id', async (request) => {
    requireServer(request);
    const id = request.req.param('id');
    return request.json(
      await transactAsAuth(auth, async (query) => describeUser(query, await requireUser(query, id))),
    );
  });
  app.put('/admin/users/:id', (request) => updateUser(request, auth, request.req.param('id')));
  app.delete('/admin/users/:id', (request) => deleteUser(request, auth, request.req.param('id')));
}

async function requireUser(query: Query, id: string): Promise<User> {
  if (!uuidForm.test(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(query, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

async function updateUser(request: AuthRequest, auth: AuthContext, id: string): Promise<Response> {
  requireServer(request);
  const body = await readBody(request, AdminUser);
  const email = body.email && readEmail(body.email);
  const banSeconds = readBanDuration(body.ban_duration);
  if (body.password) checkPasswordRules(body.password, auth.settings);
  const passwordHash = body.password && (await hashPassword(body.password, auth.settings));
  const updated = transactAsAuth(auth, async (query) => {
    const before = await requireUser(query, id);
    const { id: userId } = before;
    const { identities } = await describeUser(query, before);
    if (body.role) await query('update auth.users set role = $2 where id = $1', [userId, body.role]);
    if (body.email_confirm) await confirmAsAdmin(query, userId);
    if (passwordHash) await changePassword(query, { userId, hash: passwordHash });
    const isKnown = email && (await changeEmail(query, { userId, email, isVerified: body.email_confirm }));
    await mergeMetadata(query, { userId, column: 'raw_app_meta_data', data: body.app_metadata });
    await mergeMetadata(query, { userId, column: 'raw_user_meta_data', data: body.user_metadata });
    if (banSeconds !== undefined) await setBan(query, userId, banSeconds);
    const { confirmed_at } = before;
    const after = await describeUser(query, { ...(await requireUser(query, userId)), confirmed_at });
    // Auth returns the identities and generated columns it read before the change.
    return isKnown ? { ...after, identities } : after;
  });
  return request.json(await updated.catch(refuseTakenValues('Error updating user')));
}

/** Returns whether the account already had an `email` identity. */
async function changeEmail(
  query: Query,
  { userId, email, isVerified }: { userId: string; email: string; isVerified: boolean },
): Promise<boolean> {
  const isKnown = (await findIdentity(query, { provider: 'email', providerId: userId })) !== undefined;
  await setEmailIdentity(query, { userId, email, isVerified });
  await query('update auth.users set email = $2, updated_at = now() where id = $1', [userId, email]);
  if (!isKnown) await syncProviders(query, userId);
  return isKnown;
}

const Deletion = z.object({ should_soft_delete: z.boolean().nullish() });

/** The account's rows in other tables are deleted too. */
async function deleteUser(request: AuthRequest, auth: AuthContext, id: string): Promise<Response> {
  requireServer(request);
  const { should_soft_delete } = await readBody(request, Deletion);
  await transactAsAuth(auth, async (query) => {
    const user = await requireUser(query, id);
    if (should_soft_delete) throw validationFailed('Soft deletes are not supported by the local Supabase');
    await query('delete from auth.users where id = $1', [user.id]);
  });
  return request.json({});
}
