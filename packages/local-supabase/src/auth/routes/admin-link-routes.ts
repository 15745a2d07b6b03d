import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { describeUser } from '../describe-user.ts';
import { requireFreeEmail } from '../email-change.ts';
import { addIdentity } from '../identities.ts';
import { mergeMetadata } from '../merge-metadata.ts';
import { issueOneTimeToken, makeCode } from '../one-time-tokens.ts';
import { checkPasswordRules, hashPassword } from '../passwords.ts';
import { optionalText, readBody, readEmail, userData } from '../read-body.ts';
import { isAllowedRedirect, readRedirect } from '../redirects.ts';
import { requireServer } from '../require-server.ts';
import type { TokenKind } from '../token-kinds.ts';
import { createUser, findUserByEmail, findUserById, type User } from '../users.ts';

const LinkTypes = z.enum([
  'magiclink',
  'recovery',
  'signup',
  'invite',
  'email_change_current',
  'email_change_new',
]);
type LinkType = z.infer<typeof LinkTypes>;

const GenerateLink = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: userData,
  redirect_to: optionalText,
});

const kindOfType: Record<LinkType, TokenKind> = {
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
};

/** Creates a link without emailing it. Every type requires an email address. */
export function addAdminLinkRoutes(app: AuthApp, auth: AuthContext): void {
  app.post('/admin/generate_link', (request) => generateLink(request, auth));
}

async function generateLink(request: AuthRequest, auth: AuthContext): Promise<Response> {
  requireServer(request);
  const body = await readBody(request, GenerateLink);
  const email = readEmail(body.email);
  const asked = LinkTypes.safeParse(body.type);
  if (!asked.success) throw validationFailed(`Invalid email action link type requested: ${body.type}`);
  const redirectTo = isAllowedRedirect(body.redirect_to, auth.settings)
    ? body.redirect_to
    : readRedirect(request, auth.settings);
  const passwordHash = body.password && (await hashNewPassword(body.password, auth));
  const answer = await transactAsAuth(auth, async (query) => {
    const known = await findUserByEmail(query, email);
    const type = requirePossible(asked.data, known, body.password);
    const user = known ?? (await createLinkedUser(query, { email, passwordHash, data: body.data }));
    if (known && type === 'signup') {
      await mergeMetadata(query, { userId: user.id, column: 'raw_user_meta_data', data: body.data });
    }
    const to = await prepare(query, { type, user, newEmail: body.new_email });
    const token = { user, kind: kindOfType[type], email: to, code: makeCode(auth) };
    const { code, hash } = await issueOneTimeToken(query, token);
    const link = new URL(`${auth.issuer}/verify`);
    link.searchParams.set('token', hash);
    link.searchParams.set('type', type.startsWith('email_change') ? 'email_change' : type);
    link.searchParams.set('redirect_to', redirectTo);
    return {
      ...(await describeUser(query, (await findUserById(query, user.id)) ?? user)),
      action_link: link.toString(),
      email_otp: code,
      hashed_token: hash,
      verification_type: type,
      redirect_to: redirectTo,
    };
  });
  return request.json(answer);
}

/** Stores the metadata as given; unlike a sign-up, it doesn't add the address. */
async function createLinkedUser(
  query: Query,
  { email, passwordHash, data }: { email: string; passwordHash: string; data: Record<string, unknown> },
): Promise<User> {
  const id = randomUUID();
  const user = await createUser(query, { id, email, passwordHash, data, provider: 'email' });
  const claims = { sub: id, email, email_verified: false, phone_verified: false };
  await addIdentity(query, { userId: id, provider: 'email', providerId: id, data: claims });
  return user;
}

async function hashNewPassword(password: string, auth: AuthContext): Promise<string> {
  checkPasswordRules(password, auth.settings);
  return hashPassword(password, auth.settings);
}

/** Turns a magic link for an unknown address into a sign-up. Throws AuthError 400, 404 or 422. */
function requirePossible(type: LinkType, known: User | undefined, password: string): LinkType {
  if (!known && type === 'magiclink') return 'signup';
  if (!known && type !== 'signup' && type !== 'invite') {
    throw new AuthError(404, 'user_not_found', 'User with this email not found');
  }
  if (known?.email_confirmed_at && (type === 'signup' || type === 'invite')) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  if (!known && type === 'signup' && !password) throw validationFailed('Signup requires a valid password');
  return type;
}

/** Stores the link's purpose on the account. Returns the address that the token is for. */
async function prepare(
  query: Query,
  { type, user, newEmail }: { type: LinkType; user: User; newEmail: string },
): Promise<string> {
  if (type === 'invite') await query('update auth.users set invited_at = now() where id = $1', [user.id]);
  if (!type.startsWith('email_change')) return user.email ?? '';
  const email = readEmail(newEmail);
  await requireFreeEmail(query, { email, exceptUserId: user.id });
  await query('update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1', [
    user.id,
    email,
  ]);
  return type === 'email_change_new' ? email : (user.email ?? '');
}
