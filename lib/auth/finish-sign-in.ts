import 'server-only';
import type { Session, User } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { recordSignIn } from '../activity/record-sign-in.ts';
import { rememberBrowser } from '../limits/known-browser.ts';
import { startSession } from '../supabase/server.ts';
import { forgetEmail } from './email-step.ts';
import { type LastWay, rememberLastWay } from './last-way.ts';
import { safeRedirect } from './safe-redirect.ts';
import { recordSession } from './session-record.ts';
import { signOut } from './sign-out.ts';
import { readViewer } from './viewer.ts';

/** How somebody came in. A first confirmation is one too: it signs in. */
export type WayIn = 'password' | 'code' | 'link' | 'confirmation' | 'recovery' | 'wallet';

/** What to offer first next time. Whoever has just chosen a password is not asked for a code. */
const lastWays: Record<Exclude<WayIn, 'wallet'>, LastWay> = {
  password: 'password',
  code: 'code',
  link: 'code',
  confirmation: 'password',
  recovery: 'password',
};

/**
 * The end of every way in: starts the session that Auth handed out, in the place of whatever session this browser
 * has; one of another account is ended.
 * @returns where to go on to: a path of this site. Throws SessionTooLarge when the session doesn't fit into cookies.
 */
export async function finishSignIn(
  session: Session,
  way: WayIn,
  next: string | undefined,
): Promise<{ ok: true; redirectTo: string }> {
  const before = await readViewer();
  if (before.signedIn && before.viewer.id !== session.user.id) await signOut('local');
  await startSession(session);
  const sessionId = String(decodeJwt(session.access_token).session_id);
  await recordSession({ userId: session.user.id, sessionId, method: way });
  // First: it asks whether the account knows this browser.
  await recordSignIn(session.user.id, way);
  // Whoever still owes a second factor is not in yet: a password alone buys no new guesses at it.
  if (!hasSecondFactor(session.user)) await rememberBrowser(namesOf(session.user));
  // Which wallet is offered first is for the browser to know: what an e-mail is asked for stays as it was.
  if (way !== 'wallet') await rememberLastWay(lastWays[way]);
  await forgetEmail();
  return { ok: true, redirectTo: safeRedirect(next) };
}

function hasSecondFactor({ factors = [] }: User): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/** What attempts to get in to an account are counted by. One made with a wallet has no e-mail. */
function namesOf({ id, email }: User): string[] {
  return email ? [email, id] : [id];
}
