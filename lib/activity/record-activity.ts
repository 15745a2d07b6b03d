import 'server-only';
import { after } from 'next/server';
import { readDevice } from '../device.ts';
import { logFailure } from '../log/log.ts';
import { flushOutbox } from '../mail/flush-outbox.ts';
import type { SignInMethod } from '../session/sign-in-method.ts';
import { readSessionOf } from '../session/viewer.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import { callFunction } from '../supabase/call-function.ts';

const notRecorded = ['activity.not_recorded', 'An activity event could not be recorded'] as const;

export type SecondStep = 'authenticator' | 'recovery_code';

/** Events of Auth or of a page (`countersign_private.event_kinds`). Database functions record their own. */
type AccountEvent =
  /** The first step was correct. At most five an hour are kept, counted with `recordRefusedSignIn`. */
  | { kind: 'sign_in_refused'; details: { method: 'authenticator' | 'recovery_code' } }
  /** `also_to`: the previous address, which is notified too and not stored. The others are shortened. */
  | { kind: 'email_changed'; details: { also_to?: string; before?: string; after?: string } }
  | { kind: 'factor_added'; details: { name: string } }
  | { kind: 'passkey_renamed'; details: { before: string; name: string } }
  | { kind: 'identity_added' | 'identity_joined' | 'identity_removed'; details: { provider: string } }
  | { kind: 'session_ended'; details: { ended_device?: string } }
  | { kind: 'password_changed'; details?: undefined }
  | { kind: 'sessions_ended'; details?: undefined };

/** Adds an event, and sends its email after the response. Only logs a failure, since the change has happened. Never throws. */
export async function recordActivity(userId: string, { kind, details }: AccountEvent): Promise<void> {
  const parameters = {
    p_user_id: userId,
    p_kind: kind,
    p_details: details ?? {},
    p_device: await readDevice(),
    p_session_id: await readSessionOf(userId),
  };
  await logFailure(...notRecorded, callFunction('record_event', parameters));
  after(flushOutbox);
}

/** Adds a sign-in, once per session. Emails the owner about an unknown browser, except at the first sign-in. Never throws. */
export async function recordSignIn(
  acting: Acting,
  isKnownBrowser: boolean,
  details: { method: SignInMethod; second_step?: SecondStep },
): Promise<void> {
  const given = { p_is_known_browser: isKnownBrowser, p_details: details, p_device: await readDevice() };
  await logFailure(...notRecorded, callAsViewer(acting, 'record_sign_in', given));
  after(flushOutbox);
}

/** Records a refused sign-in, at most five an hour, after the response, so that its duration doesn't reveal an account. */
export async function recordRefusedSignIn(email: string, method: 'password' | 'code'): Promise<void> {
  const device = await readDevice();
  const refused = { p_email: email, p_method: method, p_device: device };
  after(() => logFailure(...notRecorded, callFunction('record_refused_sign_in', refused)));
}
