import 'server-only';
import { after } from 'next/server';
import { readDevice } from '../device.ts';
import { logError } from '../log/log.ts';
import { flushOutbox } from '../mail/flush-outbox.ts';
import { type ArgumentsOf, callFunction } from '../supabase/call-function.ts';

/** The second step of a sign-in, where the account asks for one. */
export type SecondStep = 'authenticator' | 'recovery_code';

/** Events of Auth or of a page (`countersign_private.event_kinds`). The database's functions record their own. */
type AccountEvent =
  | { kind: 'signed_in' | 'signed_in_elsewhere'; details: { method: string; second_step?: SecondStep } }
  /** The person who did this had the first step right. At most five an hour are kept, with those of `recordRefusedSignIn`. */
  | { kind: 'sign_in_refused'; details: { method: 'authenticator' | 'recovery_code' } }
  /** `also_to`: the address before the change, which is told too and kept nowhere. */
  | { kind: 'email_changed'; details: { also_to?: string } }
  | { kind: 'factor_added' | 'factor_removed'; details: { name: string } }
  | { kind: 'passkey_renamed'; details: { name: string } }
  | { kind: 'identity_added' | 'identity_joined' | 'identity_removed'; details: { provider: string } }
  | { kind: 'session_ended'; details: { ended_device?: string } }
  | { kind: 'password_changed' | 'recovery_codes_made'; details?: undefined }
  | { kind: 'sessions_ended' | 'account_exported' | 'account_renamed'; details?: undefined };

/**
 * Adds an event to an account's activity, and mails after the answer. Logs a failure, since the change has happened.
 * Never throws.
 */
export async function recordEvent(userId: string, { kind, details }: AccountEvent): Promise<void> {
  const parameters = {
    p_user_id: userId,
    p_kind: kind,
    p_details: details ?? {},
    p_device: await readDevice(),
  };
  await call('record_event', parameters);
  after(flushOutbox);
}

/** Notes a refused sign-in, at most five times an hour, after the answer, so that no address takes longer than another. */
export async function recordRefusedSignIn(email: string, method: 'password' | 'code'): Promise<void> {
  const device = await readDevice();
  after(() => call('record_refused_sign_in', { p_email: email, p_method: method, p_device: device }));
}

async function call<Name extends 'record_event' | 'record_refused_sign_in'>(
  name: Name,
  parameters: ArgumentsOf<Name>,
): Promise<void> {
  const recorded = await callFunction(name, parameters).catch((error: unknown) => ({
    ok: false as const,
    code: error instanceof Error ? error.message : 'unknown',
  }));
  if (!recorded.ok) logError('activity.not_recorded', `Recording what happened failed: ${recorded.code}`);
}
