import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import { describeUser } from '../describe-user.ts';
import { requireFreeEmail } from '../email-change.ts';
import { addIdentity } from '../identities.ts';
import { mergeMetadata } from '../merge-metadata.ts';
import { hashPassword, longestPasswordBytes } from '../passwords.ts';
import { readEmail } from '../read-body.ts';
import { uuidForm } from '../require-viewer.ts';
import { createUser, findUserById, noInstance } from '../users.ts';
import type { AdminUser } from './admin-user.ts';
import { readBanDuration, setBan } from './ban.ts';
import { confirmAsAdmin } from './confirm-as-admin.ts';
import { refuseTakenValues } from './refuse-taken-values.ts';

/**
 * Creates an account without sending an email. The password defaults to a random one and isn't checked against the
 * project's rules, as at Auth. Throws AuthError.
 */
export async function createUserAsAdmin(
  auth: AuthContext,
  body: z.infer<typeof AdminUser>,
): Promise<Record<string, unknown>> {
  if (!body.email) throw validationFailed('Cannot create a user without either an email or phone');
  const email = readEmail(body.email);
  if (body.id !== '' && !uuidForm.test(body.id))
    throw validationFailed('ID must conform to the uuid v4 format');
  const userId = body.id === '' ? randomUUID() : body.id.toLowerCase();
  const banSeconds = readBanDuration(body.ban_duration);
  if (userId === noInstance) throw validationFailed('ID cannot be a nil uuid');
  if (Buffer.byteLength(body.password) > longestPasswordBytes)
    throw new AuthError(500, 'unexpected_failure', 'Internal Server Error');
  const passwordHash = await hashPassword(
    body.password || randomBytes(32).toString('base64url'),
    auth.settings,
  );
  const made = transactAsAuth(auth, async (query) => {
    await requireFreeEmail(query, { email });
    const data = body.user_metadata;
    const user = await createUser(query, { id: userId, email, passwordHash, data, provider: 'email' });
    const claims = { sub: userId, email, email_verified: false, phone_verified: false };
    await addIdentity(query, { userId, provider: 'email', providerId: userId, data: claims });
    if (body.role) await query('update auth.users set role = $2 where id = $1', [userId, body.role]);
    await mergeMetadata(query, { userId, column: 'raw_app_meta_data', data: body.app_metadata });
    if (body.email_confirm) await confirmAsAdmin(query, userId);
    if (banSeconds !== undefined) await setBan(query, userId, banSeconds);
    // Auth's response lacks columns that Postgres generates.
    return describeUser(query, { ...((await findUserById(query, userId)) ?? user), confirmed_at: null });
  });
  return made.catch(refuseTakenValues('Database error creating new user'));
}
