import 'server-only';
import { fail, type Result } from '../../result.ts';
import { isRpIdOfThisSite, recordRpId, requirePasskeys } from '../../session/offered-passkeys.ts';
import { requestAssertion } from './call-auth-for-passkeys.ts';
import { countOwnPasskey, countPasskeyAttempt } from './count-passkey-attempt.ts';
import type { PasskeyRequest } from './passkey-options.ts';
import { sealTicket } from './tickets.ts';

/**
 * @param owner null for a sign-in. @param credentialIds none allows any. `passkey.off`, `auth.too_many_attempts`, `backend.unavailable`.
 */
export async function requestPasskey(
  purpose: 'sign-in' | 'confirm',
  owner: { id: string; sessionId: string } | null,
  credentialIds: string[] = [],
): Promise<Result<PasskeyRequest>> {
  const usable = await requirePasskeys();
  if (!usable.ok) return usable;
  const counted = await (owner ? countOwnPasskey(owner.id) : countPasskeyAttempt('passkey_options'));
  if (!counted.ok) return counted;
  const asked = await requestAssertion();
  if (!asked.ok) return asked;
  const { challengeId, expiresAt, options } = asked;
  recordRpId(options.rpId);
  if (!isRpIdOfThisSite(options.rpId)) return fail('passkey.off');
  return {
    ok: true,
    ticket: await sealTicket(purpose, owner, { challengeId, expiresAt }),
    expiresAt,
    options: {
      challenge: options.challenge,
      rpId: options.rpId,
      ...(options.timeout !== undefined && { timeout: options.timeout }),
      // Auth's options say `preferred`. Options aren't signed, so the server checks the answer too.
      userVerification: 'required',
      allowCredentials: credentialIds.map((id) => ({ id, type: 'public-key' })),
    },
  };
}
