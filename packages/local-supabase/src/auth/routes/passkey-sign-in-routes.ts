import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { AuthError } from '../auth-error.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { readAnswer, requireFresh } from '../passkeys/answer.ts';
import { addChallenge, takeChallenge } from '../passkeys/challenges.ts';
import { checkAuthentication } from '../passkeys/check-authentication.ts';
import { AuthenticationCredential, readCredential, verificationFailed } from '../passkeys/credential.ts';
import { describeRequest } from '../passkeys/describe-options.ts';
import { requirePasskeys, requireRelyingParty } from '../passkeys/require-passkeys.ts';
import { listPasskeys, recordUse, type StoredPasskey } from '../passkeys/stored-passkeys.ts';
import { uuidForm } from '../require-viewer.ts';
import { signSession, startSession, type UnsignedSession } from '../sessions.ts';
import { findUserById, isBanned, type User } from '../users.ts';

/** Not bound to an account: the passkey identifies the user. */
const purpose = { type: 'authentication', userId: null } as const;

/** Signs in with a passkey. The session is aal1 even if the authenticator verified the user. */
export function addPasskeySignInRoutes(app: AuthApp, auth: AuthContext): void {
  app.post('/passkeys/authentication/options', async (request) => {
    requirePasskeys(auth);
    const { rpId } = requireRelyingParty(auth);
    const text = randomBytes(32).toString('base64url');
    const challenge = await transactAsAuth(auth, (query) =>
      addChallenge(query, purpose, { challenge: text, rpId }),
    );
    return request.json({
      challenge_id: challenge.id,
      options: describeRequest(text, rpId),
      expires_at: challenge.expires_at,
    });
  });
  app.post('/passkeys/authentication/verify', async (request) => {
    requirePasskeys(auth);
    return request.json(await signSession(auth, await signIn(request, auth)));
  });
}

async function signIn(request: AuthRequest, auth: AuthContext): Promise<UnsignedSession> {
  const { challengeId, credential } = await readAnswer(request);
  const challenge = await transactAsAuth(auth, (query) => takeChallenge(query, challengeId, purpose));
  requireFresh(challenge);
  const assertion = readCredential(credential, AuthenticationCredential);
  const { rpId, origins } = requireRelyingParty(auth);
  const { user, passkey } = await transactAsAuth(auth, (query) => findOwner(query, assertion));
  const expected = { challenge: challenge.session_data.challenge, rpId, origins };
  const signCount = await checkAuthentication(assertion, passkey, expected);
  requireUsable(user);
  return transactAsAuth(auth, async (query) => {
    await recordUse(query, passkey.id, signCount);
    return startSession(query, auth, { user, method: 'passkey', request });
  });
}

/** Finds the account by the response's user handle; it must have the passkey. Throws AuthError 400. */
async function findOwner(
  query: Query,
  { rawId, response }: z.infer<typeof AuthenticationCredential>,
): Promise<{ user: User; passkey: StoredPasskey }> {
  const userId = Buffer.from(response.userHandle ?? '', 'base64url').toString();
  const user = uuidForm.test(userId) ? await findUserById(query, userId) : undefined;
  if (user?.id !== userId) throw verificationFailed();
  const id = Buffer.from(rawId, 'base64url');
  const passkey = (await listPasskeys(query, user.id)).find(({ credential_id }) => id.equals(credential_id));
  if (!passkey) throw verificationFailed();
  return { user, passkey };
}

/** Throws AuthError 403. Called after the signature check, so only the passkey's holder learns of the state. */
function requireUsable(user: User): void {
  if (user.email && !user.email_confirmed_at) {
    throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
  }
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
}
