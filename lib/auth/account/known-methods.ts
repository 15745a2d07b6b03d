import 'server-only';
import { after } from 'next/server';
import { readDevice } from '../../device.ts';
import { flushOutbox } from '../../mail/flush-outbox.ts';
import type { Failure, Result } from '../../result.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { logFailure } from '../../supabase/log-failure.ts';

export type MethodKind = 'password' | 'authenticator' | 'identity' | 'email' | 'passkey';

/** Which one is about to change: an id, an address, a provider's name, a new passkey's credential id, or empty where there is no telling. */
type MethodChange = { kind: MethodKind; reference: string };

/**
 * Has Auth change a sign-in method, announced so that the database takes the change for this site's own. If Auth gave
 * no answer, the announcement holds for a while.
 * @returns what the change does, or why it could not begin.
 */
export async function changeKnownMethod<Done extends { ok: true }>(
  userId: string,
  expected: MethodChange,
  change: () => Promise<Done | Failure>,
): Promise<Done | Failure> {
  const begun = await expectKnownMethod(userId, expected);
  if (!begun.ok) return begun;
  const changed = await change();
  if (changed.ok || changed.code !== 'backend.unavailable') await settleKnownMethod(userId, expected.kind);
  after(flushOutbox);
  return changed;
}

/** Begins a change that ends in another request, with `settleKnownMethod`. */
export async function expectKnownMethod(userId: string, { kind, reference }: MethodChange): Promise<Result> {
  const begun = await callFunction('begin_sign_in_method_change', {
    p_user_id: userId,
    p_kind: kind,
    p_reference: reference,
    p_device: await readDevice(),
  });
  return begun.ok ? { ok: true } : begun;
}

/** Settles an announced change. A failure is settled at the next sign-in. Never throws. */
export async function settleKnownMethod(userId: string, kind: MethodKind): Promise<void> {
  await logFailure(
    'sign_in_method.not_settled',
    'A change of how to sign in was not settled',
    callFunction('finish_sign_in_method_change', { p_user_id: userId, p_kind: kind }),
  );
}

/**
 * Once Auth has refused to add or to remove a passkey: what turns up or goes from then on is someone else's doing. Never throws.
 */
export async function withdrawPasskeyChange(
  userId: string,
  { credentialId, passkeyId }: { credentialId?: string; passkeyId?: string },
): Promise<void> {
  await logFailure(
    'sign_in_method.still_expected',
    'A change of passkeys is still expected',
    callFunction('withdraw_passkey_change', {
      p_user_id: userId,
      p_credential_id: credentialId ?? '',
      p_passkey_id: passkeyId ?? nobody,
    }),
  );
}

const nobody = '00000000-0000-0000-0000-000000000000';
