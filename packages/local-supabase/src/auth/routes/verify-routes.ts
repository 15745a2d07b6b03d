import { z } from 'zod';
import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { confirmEmailChange } from '../email-change.ts';
import { syncProviders } from '../identities.ts';
import { consumeOneTimeToken, hashCode } from '../one-time-tokens.ts';
import { issueAuthCode } from '../pkce-flow.ts';
import type { RaceEntry } from '../races.ts';
import { optionalText, readBody, readEmail } from '../read-body.ts';
import { readRedirect } from '../redirects.ts';
import { signSession, startSession, type UnsignedSession } from '../sessions.ts';
import type { ConsumedToken, TokenKind } from '../token-kinds.ts';
import { confirmEmail, findUserById, isBanned, type User } from '../users.ts';

const kindsOfType = new Map<string, readonly TokenKind[]>([
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  ['magiclink', ['recovery_token', 'confirmation_token']],
  ['recovery', ['recovery_token']],
  ['email_change', ['email_change_token_new', 'email_change_token_current']],
]);

const otherAddressNext = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

type MailRunner = RaceEntry<ConsumedToken>;

const Verification = z.object({
  type: optionalText,
  email: optionalText,
  token: optionalText,
  token_hash: optionalText,
});

export function addVerifyRoutes(app: AuthApp, auth: AuthContext): void {
  app.post('/verify', (request) => verifyByCode(request, auth));
  app.get('/verify', (request) => followLink(request, auth));
}

async function verifyByCode(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const entry = await auth.races.mailedLinks.begin();
  const body = await readBody(request, Verification);
  if (!body.type) throw validationFailed('Verify requires a verification type');
  if ((body.token === '') === (body.token_hash === '')) {
    throw validationFailed('Verify requires either a token or a token hash');
  }
  if (body.token_hash && body.email)
    throw validationFailed('Only the token_hash and type should be provided');
  const hash = body.token_hash || hashCode(readEmail(body.email), body.token);
  const message = body.token_hash
    ? 'Email link is invalid or has expired'
    : 'Token has expired or is invalid';
  const session = await transactAsAuth(auth, async (query): Promise<UnsignedSession | undefined> => {
    const { user } = await useToken(query, auth, { type: body.type, hash, message, entry });
    return user && startSession(query, auth, { user, method: 'otp', request });
  });
  return request.json(session ? await signSession(auth, session) : { msg: otherAddressNext, code: '200' });
}

async function followLink(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const entry = await auth.races.mailedLinks.begin();
  const hash = request.req.query('token') ?? '';
  const type = request.req.query('type') ?? '';
  if (!hash || !type) throw validationFailed('Verify requires a token and a verification type');
  const target = new URL(readRedirect(request, auth.settings));
  try {
    const session = await transactAsAuth(auth, async (query): Promise<UnsignedSession | undefined> => {
      const message = 'Email link is invalid or has expired';
      const { user, isPkce } = await useToken(query, auth, { type, hash, message, entry });
      if (!user) target.hash = writeFragment({ message: otherAddressNext });
      else if (isPkce) target.searchParams.set('code', await issueAuthCode(query, user.id));
      else return startSession(query, auth, { user, method: 'otp', request });
    });
    if (session) target.hash = await describeInFragment(auth, session, type);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const description = { error: 'access_denied', error_code: error.code, error_description: error.message };
    if (hash.startsWith('pkce_')) {
      for (const [name, value] of Object.entries(description)) target.searchParams.set(name, value);
    }
    target.hash = writeFragment(description);
  }
  return request.redirect(target.toString(), 303);
}

async function describeInFragment(
  auth: AuthContext,
  session: UnsignedSession,
  type: string,
): Promise<string> {
  const answer = await signSession(auth, session);
  return writeFragment({
    access_token: answer.access_token,
    expires_at: String(answer.expires_at),
    expires_in: String(answer.expires_in),
    refresh_token: answer.refresh_token,
    token_type: 'bearer',
    type,
  });
}

/** supabase-js recognizes its own fragment by `sb`. */
function writeFragment(values: Record<string, string>): string {
  return new URLSearchParams({ ...values, sb: '' }).toString();
}

/** Consumes the token. `user` is undefined if the other address of an email change has yet to confirm. */
async function useToken(
  query: Query,
  auth: AuthContext,
  { type, hash, message, entry }: { type: string; hash: string; message: string; entry: MailRunner },
): Promise<{ user: User | undefined; isPkce: boolean }> {
  const kinds = kindsOfType.get(type);
  if (!kinds) throw validationFailed('Unsupported verification type');
  const token = (await consumeOneTimeToken(query, auth, { hash, kinds })) ?? entry.readShared(hash);
  const user = token && (await findUserById(query, token.userId));
  if (!token || !user) throw new AuthError(403, 'otp_expired', message);
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (token.kind.startsWith('email_change')) {
    return { user: await confirmEmailChange(query, user, token.kind), isPkce: token.isPkce };
  }
  entry.share(hash, token);
  // A sign-in by email revokes all mailed codes of the account, including a pending email change's.
  await query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
  await syncProviders(query, user.id);
  return { user: await confirmEmail(query, user.id), isPkce: token.isPkce };
}
