import 'server-only';
import { after } from 'next/server';
import { z } from 'zod';
import { readDevice } from '../../device.ts';
import { logFailure } from '../../log/log.ts';
import { flushAfter, flushOutbox } from '../../mail/flush-outbox.ts';
import type { Failure, Result } from '../../result.ts';
import { readSessionOf } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';

type MethodKind = 'password' | 'authenticator' | 'identity' | 'email' | 'passkey';

/** What changes: an id, an address, a provider's name, a new passkey's credential id, or empty if it isn't known before. */
type MethodChange = { kind: MethodKind; reference: string };

/** Once announced, a change by Auth counts as this site's own. Without an answer, that expires later (`begin_sign_in_method_change`). */
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

/** Announces a change that another request finishes with `settleKnownMethod`. */
export async function expectKnownMethod(userId: string, { kind, reference }: MethodChange): Promise<Result> {
  return callFunction('begin_sign_in_method_change', {
    p_user_id: userId,
    p_kind: kind,
    p_reference: reference,
    p_device: await readDevice(),
    p_acting_session_id: await readSessionOf(userId),
  });
}

/** Settles an announced change. After a failure, the next sign-in settles it. Never throws. */
export async function settleKnownMethod(userId: string, kind: MethodKind): Promise<void> {
  await logFailure(
    'sign_in_method.not_settled',
    'A change of sign-in methods stays pending',
    callFunction('finish_sign_in_method_change', { p_user_id: userId, p_kind: kind }),
  );
}

/** Withdraws an announcement after Auth refused the change, so that a later change counts as another client's. Never throws. */
export async function withdrawPasskeyChange(
  userId: string,
  { credentialId, passkeyId }: { credentialId?: string; passkeyId?: string },
): Promise<void> {
  await logFailure(
    'sign_in_method.still_expected',
    'A change of passkeys stays pending',
    callFunction('withdraw_passkey_change', {
      p_user_id: userId,
      p_credential_id: credentialId ?? '',
      p_passkey_id: passkeyId ?? nilUuid,
    }),
  );
}

const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Sign-in methods set up at Auth without this site, which their owner has neither kept nor removed. */
export type UnannouncedMethod = z.infer<typeof UnannouncedMethod>;
export const UnannouncedMethod = z.object({
  id: z.string(),
  kind: z.enum(['password', 'authenticator', 'identity', 'email', 'passkey'] satisfies MethodKind[]),
  name: z.string(),
  foundAt: z.string(),
});

/** Keeps a method, after a step-up by an older one. `sign_in_method.unknown` if it was removed or kept already. */
export async function keepUnannouncedMethod(id: string): Promise<Result> {
  const acting = await requireRecentAuth();
  if (!acting.ok) return acting;
  const parameters = { p_method_id: id, p_device: await readDevice() };
  return flushAfter(await callAsViewer(acting.viewer, 'keep_sign_in_method', parameters));
}
