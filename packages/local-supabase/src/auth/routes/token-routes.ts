import { z } from 'zod';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError, emailDisabled, OAuthError, validationFailed } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { findWeakness, isPasswordOf } from '../passwords.ts';
import { type FinishedFlow, finishPkceFlow } from '../pkce-flow.ts';
import { waitForConcurrentRequests } from '../races.ts';
import { optionalText, readBody } from '../read-body.ts';
import { refreshSession } from '../refresh-session.ts';
import { signSession, startSession, type UnsignedSession } from '../sessions.ts';
import { findUserByEmail, findUserById, isBanned } from '../users.ts';
import { grantBySolana } from './web3-grant.ts';

type Grant = (request: AuthRequest, auth: AuthContext) => Promise<UnsignedSession>;

const grants = new Map<string, Grant>([
  ['password', grantByPassword],
  ['refresh_token', grantByRefreshToken],
  ['pkce', grantByAuthCode],
  ['web3', grantBySolana],
]);

export function addTokenRoutes(app: AuthApp, auth: AuthContext): void {
  app.post('/token', async (request) => {
    const grant = grants.get(request.req.query('grant_type') ?? '');
    if (!grant) throw new OAuthError('unsupported_grant_type', '');
    return request.json(await signSession(auth, await grant(request, auth)));
  });
}

const PasswordGrant = z.object({ email: optionalText, phone: optionalText, password: optionalText });

async function grantByPassword(request: AuthRequest, auth: AuthContext): Promise<UnsignedSession> {
  const { email, phone, password } = await readBody(request, PasswordGrant);
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw validationFailed('missing email or phone');
  if (!auth.settings.allowEmail) throw emailDisabled(422, 'Email logins are disabled');
  const known = await transactAsAuth(auth, (query) => findUserByEmail(query, email));
  if (!known?.encrypted_password) throw wrongCredentials();
  if (isBanned(known)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!(await isPasswordOf(password, known.encrypted_password))) throw wrongCredentials();
  if (!known.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  return transactAsAuth(auth, async (query) => {
    // The password may have changed, or the account been deleted, while the hash was computed.
    const user = await findUserById(query, known.id);
    if (user?.encrypted_password !== known.encrypted_password) throw wrongCredentials();
    const session = await startSession(query, auth, { user, method: 'password', request });
    return { ...session, besides: { weak_password: findWeakness(password, auth.settings) } };
  });
}

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

async function grantByRefreshToken(request: AuthRequest, auth: AuthContext): Promise<UnsignedSession> {
  const { refresh_token } = await readBody(request, z.object({ refresh_token: optionalText }));
  const { refreshing, refusesRefreshes } = auth.races;
  if (refusesRefreshes && refreshing.has(refresh_token)) {
    const message = 'Too many concurrent token refresh requests on the same session or refresh token';
    throw new AuthError(409, 'conflict', message);
  }
  refreshing.add(refresh_token);
  try {
    if (refusesRefreshes) await waitForConcurrentRequests();
    const result = await transactAsAuth(auth, (query) => refreshSession(query, auth, refresh_token));
    if (!result.ok) throw result.error;
    return result.session;
  } finally {
    refreshing.delete(refresh_token);
  }
}

function nameProviderTokens({ providerToken, providerRefreshToken }: FinishedFlow) {
  if (providerToken === '') return undefined;
  return {
    provider_token: providerToken,
    ...(providerRefreshToken && { provider_refresh_token: providerRefreshToken }),
  };
}

const AuthCodeGrant = z.object({ auth_code: optionalText, code_verifier: optionalText });

async function grantByAuthCode(request: AuthRequest, auth: AuthContext): Promise<UnsignedSession> {
  const { auth_code: authCode, code_verifier: codeVerifier } = await readBody(request, AuthCodeGrant);
  if (!authCode || !codeVerifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  return transactAsAuth(auth, async (query) => {
    const flow = await finishPkceFlow(query, { authCode, codeVerifier });
    const user = await findUserById(query, flow.userId);
    if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
    const session = await startSession(query, auth, { user, method: flow.method, request });
    return { ...session, besides: nameProviderTokens(flow) };
  });
}
