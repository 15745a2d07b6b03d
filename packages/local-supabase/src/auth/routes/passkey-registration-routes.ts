import { randomBytes } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Query } from '../../core/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import type { AuthApp, AuthRequest } from '../caller.ts';
import { readAnswer, requireFresh } from '../passkeys/answer.ts';
import { addChallenge, takeChallenge } from '../passkeys/challenges.ts';
import { checkRegistration } from '../passkeys/check-registration.ts';
import { RegistrationCredential, readCredential } from '../passkeys/credential.ts';
import { describeCreation } from '../passkeys/describe-options.ts';
import { requireLevel, requirePasskeys, requireRelyingParty } from '../passkeys/require-passkeys.ts';
import {
  addPasskey,
  describePasskey,
  listPasskeys,
  requireRoomForPasskey,
  type StoredPasskey,
} from '../passkeys/stored-passkeys.ts';
import { readClaims, requireViewer } from '../require-viewer.ts';
import type { User } from '../users.ts';

export function addPasskeyRegistrationRoutes(app: AuthApp, auth: AuthContext): void {
  app.post('/passkeys/registration/options', async (request) => {
    requirePasskeys(auth);
    const claims = await readClaims(auth, request);
    const answer = await transactAsAuth(auth, async (query) => {
      const user = await requireManager(query, claims);
      await requireRoomForPasskey(query, user.id);
      const settings = requireRelyingParty(auth);
      const known = await listPasskeys(query, user.id);
      const text = randomBytes(32).toString('base64url');
      const purpose = { type: 'registration', userId: user.id } as const;
      const challenge = await addChallenge(query, purpose, { challenge: text, rpId: settings.rpId });
      return {
        challenge_id: challenge.id,
        options: describeCreation(text, { settings, user, known }),
        expires_at: challenge.expires_at,
      };
    });
    return request.json(answer);
  });
  app.post('/passkeys/registration/verify', async (request) => {
    requirePasskeys(auth);
    const { id, friendly_name, created_at } = describePasskey(await register(request, auth));
    return request.json({ id, friendly_name, created_at });
  });
}

async function register(request: AuthRequest, auth: AuthContext): Promise<StoredPasskey> {
  const claims = await readClaims(auth, request);
  const user = await transactAsAuth(auth, (query) => requireManager(query, claims));
  const { challengeId, credential } = await readAnswer(request);
  const challenge = await transactAsAuth(auth, (query) =>
    takeChallenge(query, challengeId, { type: 'registration', userId: user.id }),
  );
  requireFresh(challenge);
  const answer = readCredential(credential, RegistrationCredential);
  const { rpId, origins } = requireRelyingParty(auth);
  const expected = { challenge: challenge.session_data.challenge, rpId, origins };
  const passkey = await checkRegistration(answer, expected);
  return transactAsAuth(auth, async (query) => {
    await requireRoomForPasskey(query, user.id);
    return addPasskey(query, user.id, passkey);
  });
}

async function requireManager(query: Query, claims: JWTPayload): Promise<User> {
  const viewer = await requireViewer(query, claims);
  await requireLevel(query, viewer);
  return viewer.user;
}
