import 'server-only';
import type { SignInMethod } from '../auth/flow/sign-in-method.ts';
import { recallDevice } from '../rate-limit/device-cookie.ts';
import { callFunction } from '../supabase/call-function.ts';
import { recordEvent, type SecondStep } from './record-event.ts';

/**
 * Notes that someone has signed in. From a browser that the account does not know, unless it is the account's first
 * sign-in, the owner is told by mail. Call it before the browser is remembered. Never throws.
 */
export async function recordSignIn(
  userId: string,
  method: SignInMethod,
  secondStep?: SecondStep,
): Promise<void> {
  const isKnown = (await recallDevice(userId)) !== null;
  const isExpected = isKnown || !(await hasSignedInBefore(userId));
  const details = { method, ...(secondStep && { second_step: secondStep }) };
  await recordEvent(userId, { kind: isExpected ? 'signed_in' : 'signed_in_elsewhere', details });
}

/** When it can't be asked, there is nobody to record for either. */
async function hasSignedInBefore(userId: string): Promise<boolean> {
  const before = await callFunction('has_signed_in_before', { p_user_id: userId }).catch(() => null);
  return before?.ok === true && before.rows;
}
