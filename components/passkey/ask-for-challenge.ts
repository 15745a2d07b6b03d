import type { PasskeyRequest } from '../../lib/auth/passkey/ceremony';
import type { CallAnswer } from '../../lib/forms/action';

/**
 * Asks the server for a challenge to sign in with, beside whatever else the page sends. Throws where the answer is none of ours,
 * and once `signal` aborts it.
 */
export async function askForChallenge(signal: AbortSignal): Promise<CallAnswer<PasskeyRequest>> {
  const answer = await fetch('/api/passkeys/challenge', { method: 'POST', signal });
  const said = await answer.json();
  if (typeof said?.ok !== 'boolean') throw new Error('Something else has answered.');
  return said;
}
