import 'server-only';
import type { Session, User } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { recordSignIn, type SecondStep } from '../../activity/record-activity.ts';
import { safeRedirect } from '../../http/safe-redirect.ts';
import { recallKnownBrowser, rememberKnownBrowser } from '../../rate-limit/known-browser.ts';
import type { Result } from '../../result.ts';
import { requiresMfa } from '../../session/mfa.ts';
import { recordSession } from '../../session/record-session.ts';
import { startSession } from '../../session/request-session.ts';
import { Provider, type SignInMethod } from '../../session/sign-in-method.ts';
import { signOut } from '../../session/sign-out.ts';
import { readViewer } from '../../session/viewer.ts';
import type { Acting } from '../../supabase/call-as-viewer.ts';
import { forgetEmail } from './email-step.ts';
import { type LastMethod, rememberLastMethod } from './last-method.ts';
import { startPendingMfa } from './pending-mfa.ts';

export const secondFactorPath = '/sign-in/second-factor';

/** The method that sign-in offers first next time. After a reset, that is the new password. */
const lastMethods: Record<SignInMethod, LastMethod> = {
  password: 'password',
  code: 'code',
  link: 'code',
  confirmation: 'code',
  recovery: 'password',
  wallet: 'wallet',
  passkey: 'passkey',
  ...Provider.enum,
};

/**
 * The last step of every sign-in. @returns the next path; `backend.tokens_refused`; `backend.unavailable` if the session could not be
 * recorded. Both end it. Throws SessionTooLarge if it doesn't fit into cookies.
 */
export async function finishSignIn(
  session: Session,
  method: SignInMethod,
  next: string | undefined,
): Promise<Result<{ redirectTo: string }>> {
  const recorded = await recordSession(session, method);
  return recorded.ok ? setSignedInSession(session, method, next) : recorded;
}

/** Starts a recorded session, or keeps it waiting for its second factor. Throws as `finishSignIn`. */
export async function setSignedInSession(
  session: Session,
  method: SignInMethod,
  next: string | undefined,
): Promise<{ ok: true; redirectTo: string }> {
  if (!requiresMfa(session.user.factors)) return completeSignIn(session, method, next);
  await startPendingMfa(session, method, next);
  return { ok: true, redirectTo: secondFactorPath };
}

/**
 * Starts a recorded session and ends this browser's previous one: that in this request's own sealed cookie, so never another browser's.
 * Throws as `finishSignIn`.
 */
export async function completeSignIn(
  session: Session,
  method: SignInMethod,
  next: string | undefined,
  secondStep?: SecondStep,
): Promise<{ ok: true; redirectTo: string }> {
  const userId = session.user.id;
  const { session_id: sessionId, aal } = decodeJwt<{ session_id: string; aal: Acting['aal'] }>(
    session.access_token,
  );
  const before = await readViewer();
  if (before.signedIn && before.viewer.sessionId !== sessionId) await signOut('local');
  await startSession(session);
  // Read before this browser is remembered: the event says whether the account knew it.
  const isKnown = (await recallKnownBrowser(userId)) !== null;
  const steps = { method, ...(secondStep && { second_step: secondStep }) };
  await recordSignIn({ id: userId, sessionId, aal }, isKnown, steps);
  // Remembered only after the last step, so that a password alone buys no new attempts at the second factor.
  await rememberKnownBrowser(namesOf(session.user));
  await rememberLastMethod(lastMethods[method]);
  await forgetEmail();
  return { ok: true, redirectTo: safeRedirect(next) };
}

function namesOf({ id, email }: User): string[] {
  return email ? [email, id] : [id];
}
