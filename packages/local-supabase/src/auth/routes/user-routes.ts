import { z } from 'zod';
import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { changePassword } from '../change-password.ts';
import { describeUser } from '../describe-user.ts';
import { requireFreeEmail, startEmailChange } from '../email-change.ts';
import { mergeMetadata } from '../merge-metadata.ts';
import { consumeOneTimeToken, hashCode, issueOneTimeToken } from '../one-time-tokens.ts';
import { checkPasswordRules, hashPassword, isPasswordOf } from '../passwords.ts';
import { startPkceFlow } from '../pkce-flow.ts';
import { waitForConcurrentRequests } from '../races.ts';
import {
  codeChallengeFields,
  optionalText,
  readBody,
  readEmail,
  storableText,
  userData,
} from '../read-body.ts';
import { readRedirect } from '../redirects.ts';
import { readClaims, requireViewer } from '../require-viewer.ts';
import type { Session } from '../sessions.ts';
import { transactWithMail } from '../transact-with-mail.ts';
import { findUserById, type User } from '../users.ts';

const UserUpdate = z.object({
  email: optionalText,
  password: storableText.nullish(),
  phone: optionalText,
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  nonce: optionalText,
  data: userData,
  ...codeChallengeFields,
});

/** With securePasswordChange, older sessions need an emailed code to change the password, as at Supabase. */
const recentSessionMs = 24 * 60 * 60 * 1000;

export function addUserRoutes(app: AuthApp, auth: AuthContext): void {
  app.get('/user', async (request) => {
    const claims = await readClaims(auth, request);
    const answer = await transactAsAuth(auth, async (query) =>
      describeUser(query, (await requireViewer(query, claims)).user),
    );
    return request.json(answer);
  });
  app.put('/user', (request) => updateUser(request, auth));
  app.get('/reauthenticate', (request) => mailReauthentication(request, auth));
}

async function updateUser(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const claims = await readClaims(auth, request);
  const body = await readBody(request, UserUpdate);
  const newEmail = body.email && readEmail(body.email);
  const redirectTo = readRedirect(request, auth.settings);
  // An empty password is checked too, and is too short.
  if (typeof body.password === 'string') checkPasswordRules(body.password, auth.settings);
  requireOwnFields(body);
  const newPassword = body.password ? await prepareNewPassword(auth, claims, body.password) : undefined;
  const before = auth.races.losesMetadata ? await readMetadata(auth, claims) : null;
  const answer = await transactWithMail(request, auth, async (query, outbox) => {
    const { user, session } = await requireViewer(query, claims);
    const changesEmail = newEmail !== '' && newEmail !== user.email;
    if (newPassword || changesEmail) await requireSecondFactor(query, user, session);
    if (changesEmail) {
      await requireFreeEmail(query, { email: newEmail, exceptUserId: user.id });
      outbox.checkFrequency(user, 'email_change_token_new');
    }
    if (newPassword) {
      if (newPassword.isSame) {
        throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
      }
      await requireRecentSession(query, auth, { user, session, nonce: body.nonce });
      await changePassword(query, { userId: user.id, keepSessionId: session.id, hash: newPassword.hash });
    }
    const metadata = {
      userId: user.id,
      column: 'raw_user_meta_data',
      data: body.data,
      staleMetadata: before,
    } as const;
    await mergeMetadata(query, metadata);
    if (changesEmail) {
      const isPkce = await startPkceFlow(query, { user, challenge: body, method: 'email_change' });
      await startEmailChange(query, outbox, { user, newEmail, isPkce, redirectTo });
    }
    return describeUser(query, (await findUserById(query, user.id)) ?? user);
  });
  return request.json(answer);
}

/** Reads the metadata, then waits for concurrent requests to change it. */
async function readMetadata(auth: AuthContext, claims: Awaited<ReturnType<typeof readClaims>>) {
  const { user } = await transactAsAuth(auth, (query) => requireViewer(query, claims));
  await waitForConcurrentRequests();
  return user.raw_user_meta_data;
}

/** Refuses fields that a user can't change. Throws AuthError 403 or 500. */
function requireOwnFields({ phone, app_metadata }: z.infer<typeof UserUpdate>): void {
  if (app_metadata) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  // Text messages aren't supported here.
  if (phone) throw new AuthError(500, 'unexpected_failure', 'Unable to get SMS provider');
}

async function prepareNewPassword(
  auth: AuthContext,
  claims: Awaited<ReturnType<typeof readClaims>>,
  password: string,
) {
  const { user } = await transactAsAuth(auth, (query) => requireViewer(query, claims));
  return {
    isSame: await isPasswordOf(password, user.encrypted_password),
    hash: await hashPassword(password, auth.settings),
  };
}

async function requireSecondFactor(query: Query, user: User, session: Session): Promise<void> {
  if (session.aal !== 'aal1') return;
  const factors = await query(
    `select 1 from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1`,
    [user.id],
  );
  if (factors.length > 0) {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
}

async function requireRecentSession(
  query: Query,
  auth: AuthContext,
  { user, session, nonce }: { user: User; session: Session; nonce: string },
): Promise<void> {
  if (!auth.settings.securePasswordChange || Date.now() - Date.parse(session.created_at) < recentSessionMs)
    return;
  if (!nonce) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  const hash = hashCode(user.email ?? '', nonce);
  const token = await consumeOneTimeToken(query, auth, { hash, kinds: ['reauthentication_token'] });
  if (token?.userId !== user.id) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
}

async function mailReauthentication(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const claims = await readClaims(auth, request);
  await transactWithMail(request, auth, async (query, outbox) => {
    const { user } = await requireViewer(query, claims);
    outbox.checkFrequency(user, 'reauthentication_token');
    const to = user.email ?? '';
    const token = await issueOneTimeToken(query, {
      user,
      kind: 'reauthentication_token',
      email: to,
      code: outbox.makeCode(),
    });
    const redirectTo = auth.settings.siteUrl;
    await outbox.send(query, { template: 'reauthentication', to, user, token, redirectTo });
  });
  return request.json({});
}
