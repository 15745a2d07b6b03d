import { z } from 'zod';
import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthRequest } from '../caller.ts';
import { optionalText, readBody } from '../read-body.ts';
import { uuidForm } from '../require-viewer.ts';
import type { Challenge } from './challenges.ts';

const Answer = z.object({ challenge_id: optionalText, credential: z.unknown().optional() });

/** Reads a ceremony's response. The credential stays unparsed because the challenge is consumed first. */
export async function readAnswer(
  request: AuthRequest,
): Promise<{ challengeId: string; credential: unknown }> {
  const { challenge_id: challengeId, credential } = await readBody(request, Answer);
  if (challengeId === '') throw validationFailed('challenge_id is required');
  if (credential === undefined) throw validationFailed('credential is required');
  if (!uuidForm.test(challengeId)) throw validationFailed('challenge_id must be a valid UUID');
  return { challengeId, credential };
}

/** Throws AuthError 400 for an expired challenge. */
export function requireFresh(challenge: Challenge): void {
  if (!challenge.is_expired) return;
  throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired');
}
