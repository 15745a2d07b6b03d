import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { headers } from 'next/headers';
import { readClientAddress } from '../../http/client-address.ts';
import { logError } from '../../log/log.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import { readSubject } from '../../rate-limit/read-subject.ts';
import { type Failure, fail, type Result } from '../../result.ts';
import { isRpIdOfThisSite, recordRpId, requirePasskeys } from '../../session/offered-passkeys.ts';
import { recordSession } from '../../session/record-session.ts';
import { revokeSession } from '../../session/sign-out.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { isKnownToAuth, requestAssertion, verifyAssertion } from './call-auth-for-passkeys.ts';
import { checkAssertion } from './check-credential.ts';
import type { PasskeyRequest } from './passkey-options.ts';
import type { AssertionCredential } from './passkey-schemas.ts';
import { openTicket, sealTicket } from './tickets.ts';

/** @param owner null for a sign-in. @param credentialIds none: any. `passkey.off`, `auth.too_many_attempts`, `backend.unavailable`. */
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

/**
 * Has Auth verify an assertion, and opens a session that the caller hands out or revokes. Relies on its own checks only after Auth's.
 * @returns `isKnown`: set up or kept here, so it counts as two factors; `passkey.expired`, `.not_verified`, `.refused`;
 * `passkey.unknown` if it signs in to no account; `auth.too_many_attempts`.
 */
export async function verifyPasskey(
  purpose: 'sign-in' | 'confirm',
  owner: { id: string; sessionId: string } | null,
  { ticket, credential }: { ticket: string; credential: AssertionCredential },
): Promise<Result<{ session: Session; sessionId: string; isKnown: boolean }>> {
  const counted = await (owner ? countOwnPasskey(owner.id) : countPasskeyAttempt('passkey'));
  if (!counted.ok) return counted;
  const opened = await openTicket(ticket, purpose, owner);
  if (!opened.ok) return opened;
  const checked = checkAssertion(credential);
  if (!checked.ok) return checked;
  const verified = await verifyAssertion(opened.challengeId, credential);
  if (!verified.ok) return verified.code === 'passkey.refused' ? describeRefusal(credential.id) : verified;
  const { session } = verified;
  // Another account's passkey confirms nothing, and its session is revoked.
  if (owner && session.user.id !== owner.id) return revokeAndFail(session, fail('passkey.wrong_account'));
  const recorded = await recordSession(session, 'passkey');
  if (!recorded.ok) return recorded;
  const sessionId = String(decodeJwt(session.access_token).session_id);
  const marked = await callFunction('mark_passkey_session', {
    p_user_id: session.user.id,
    p_session_id: sessionId,
    p_credential_id: credential.id,
  }).catch((error: unknown) => {
    logError('passkey.session_not_noted', 'The passkey of a session could not be recorded:', error);
    return fail('backend.unavailable');
  });
  if (!marked.ok) return revokeAndFail(session, marked);
  return { ok: true, session, sessionId, isKnown: marked.rows !== null };
}

async function revokeAndFail(session: Session, failure: Failure): Promise<Failure> {
  await revokeSession(session);
  return failure;
}

/** Only a caller that has the credential's id learns that no account has it. */
async function describeRefusal(credentialId: string): Promise<Failure> {
  return fail((await isKnownToAuth(credentialId)) ? 'passkey.refused' : 'passkey.unknown');
}

/** Counts a signed-out visitor's request for a challenge, or an answer to one, before Auth gets it. @returns `auth.too_many_attempts`. */
async function countPasskeyAttempt(kind: 'passkey_options' | 'passkey'): Promise<Result> {
  return consumeAttempt(kind, { address: readClientAddress(await headers()) });
}

/** Counts a signed-in user's attempt to confirm or add a passkey. Signed-out attackers can't use up this limit. */
export async function countOwnPasskey(userId: string): Promise<Result> {
  return consumeAttempt('own_passkey', await readSubject(userId));
}
