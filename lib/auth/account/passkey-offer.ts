import 'server-only';
import { cookies } from 'next/headers';
import { logError } from '../../log/log.ts';
import { ownCookieName } from '../../own-cookie-name.ts';
import type { Result } from '../../result.ts';
import { peekPasskeys } from '../../session/offered-passkeys.ts';
import { checkSession } from '../../session/session.ts';
import { actingViewer } from '../../session/viewer.ts';
import { shareInProcess } from '../../share-in-process.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { offerLifeInSeconds, platformAuthenticatorCookie } from '../passkey/platform-authenticator.ts';

/** Auth's names for sign-ins that a passkey would have been faster than: by password, and by a mailed code or link. */
const slowMethods = ['password', 'otp', 'magiclink'];

/** Sessions that were asked about: each is once, so that the pages after the first cost nothing. */
const asked = shareInProcess('passkey offers', () => new Set<string>());
const mostRemembered = 10_000;

/**
 * Decides whether the page offers a passkey, and notes it: after a sign-in by password or email on a device that can
 * have one, to an account with a proven wallet and without a passkey, once in 30 days, and never after two refusals
 * (`claim_passkey_offer`). Never throws; a failure offers none.
 */
export async function takePasskeyOffer(): Promise<boolean> {
  const store = await cookies();
  if (!store.has(ownCookieName(platformAuthenticatorCookie))) return false;
  const session = await checkSession(store.getAll());
  if (session.status !== 'signed-in') return false;
  const { sub: id, session_id: sessionId, aal, amr } = session.claims;
  const isRecent = ({ timestamp }: { timestamp: number }) =>
    Date.now() / 1000 - timestamp < offerLifeInSeconds;
  if (!amr.some((one) => slowMethods.includes(one.method) && isRecent(one)) || asked.has(sessionId))
    return false;
  if (!(await peekPasskeys()).isOffered) return false;
  if (asked.size >= mostRemembered) asked.clear();
  asked.add(sessionId);
  try {
    const taken = await callAsViewer({ id, sessionId, aal }, 'claim_passkey_offer');
    return taken.ok && taken.rows;
  } catch (error) {
    logError('passkey.offer_unreadable', `Whether to offer a passkey could not be read: ${String(error)}`);
    return false;
  }
}

/** Notes that the viewer did not want it. @returns `auth.signed_out`, `backend.unavailable`. */
export async function declinePasskeyOffer(): Promise<Result> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const declined = await callAsViewer(acting.viewer, 'decline_passkey_offer');
  return declined.ok ? { ok: true } : declined;
}
