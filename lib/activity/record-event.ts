import 'server-only';
import { after } from 'next/server';
import { readDevice } from '../device.ts';
import type { SignInMethod } from '../flow/sign-in-method.ts';
import { flushOutbox } from '../mail/flush-outbox.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { callFunction } from '../supabase/call-function.ts';
import { logFailure } from '../supabase/log-failure.ts';

const notRecorded = ['activity.not_recorded', 'Recording what happened failed'] as const;

/** The second step of a sign-in, where the account asks for one. */
export type SecondStep = 'authenticator' | 'recovery_code';

/** Events of Auth or of a page (`countersign_private.event_kinds`). The database's functions record their own. */
type AccountEvent =
  /** The person who did this had the first step right. At most five an hour are kept, with those of `recordRefusedSignIn`. */
  | { kind: 'sign_in_refused'; details: { method: 'authenticator' | 'recovery_code' } }
  /** `also_to`: the address before the change, which is told too and kept nowhere. */
  | { kind: 'email_changed'; details: { also_to?: string } }
  | { kind: 'factor_added'; details: { name: string } }
  | { kind: 'passkey_renamed'; details: { name: string } }
  | { kind: 'identity_added' | 'identity_joined' | 'identity_removed'; details: { provider: string } }
  | { kind: 'session_ended'; details: { ended_device?: string } }
  | { kind: 'password_changed'; details?: undefined }
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
  await logFailure(...notRecorded, callFunction('record_event', parameters));
  after(flushOutbox);
}

/**
 * Adds a sign-in to an account's activity, once for each session, however often its last step is repeated. Emails the
 * owner about a browser that the account doesn't know, unless it is the first sign-in. Never throws.
 */
export async function recordSignIn(
  acting: Acting,
  isKnownBrowser: boolean,
  details: { method: SignInMethod; second_step?: SecondStep },
): Promise<void> {
  const given = { p_is_known_browser: isKnownBrowser, p_details: details, p_device: await readDevice() };
  await logFailure(...notRecorded, callAsViewer(acting, 'record_sign_in', given));
  after(flushOutbox);
}

/** Notes a refused sign-in, at most five times an hour, after the answer, so that no address takes longer than another. */
export async function recordRefusedSignIn(email: string, method: 'password' | 'code'): Promise<void> {
  const device = await readDevice();
  const refused = { p_email: email, p_method: method, p_device: device };
  after(() => logFailure(...notRecorded, callFunction('record_refused_sign_in', refused)));
}
