import { hash } from 'node:crypto';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { BackendUnavailable } from '../backend-unavailable.ts';
import { sessionUnavailableHeader } from '../http/request-headers.ts';
import { withNext } from '../http/with-next.ts';
import { fail, type Result } from '../result.ts';
import { checkSession } from './session.ts';

/** The signed-in user, from verified claims. */
export type Viewer = {
  id: string;
  email: string;
  sessionId: string;
  aal: 'aal1' | 'aal2';
  /** When an emailed link or code opened this session, in epoch seconds; null if none did. */
  openedMailAt: number | null;
  sessionExpiresAt: number;
};

export function secondsUntilExpiry({ sessionExpiresAt }: Viewer): number {
  return Math.max(0, Math.floor(sessionExpiresAt - Date.now() / 1000));
}

type ViewerCheck =
  | { signedIn: true; viewer: Viewer }
  | { signedIn: false; reason: 'signed-out' | 'unavailable' };

/** Auth's names for signing in by email. */
const mailMethods = ['otp', 'magiclink', 'recovery'];

/** Identifies the viewer by this request's own cookie, even if the middleware didn't run. Cached for the request. */
export const readViewer = cache(async (): Promise<ViewerCheck> => {
  const session = await checkSession((await cookies()).getAll());
  if (session.status === 'signed-in') {
    const { sub, email, session_id, aal, amr, exp } = session.claims;
    const openedMailAt = amr.find(({ method }) => mailMethods.includes(method))?.timestamp ?? null;
    const viewer = { id: sub, email, sessionId: session_id, aal, openedMailAt, sessionExpiresAt: exp };
    return { signedIn: true, viewer };
  }
  // The middleware may have kept a session that it could not refresh.
  const kept = (await headers()).has(sessionUnavailableHeader);
  return { signedIn: false, reason: kept ? 'unavailable' : session.status };
});

/** The viewer, or a redirect to sign-in that returns to `path`. Throws BackendUnavailable if the session can't be checked. */
export async function requireViewer(path: string): Promise<Viewer> {
  const check = await readViewer();
  if (check.signedIn) return check.viewer;
  if (check.reason === 'unavailable') throw new BackendUnavailable('The session could not be checked');
  redirect(withNext('/sign-in', path));
}

/** The viewer, for an action: returns a failure instead of a redirect, so that the form keeps its input. */
export async function actingViewer(): Promise<Result<{ viewer: Viewer }>> {
  const check = await readViewer();
  if (check.signedIn) return { ok: true, viewer: check.viewer };
  return fail(check.reason === 'unavailable' ? 'backend.unavailable' : 'auth.signed_out');
}

/** 72 bits: two accounts in one browser never get the same tag by chance. */
const charactersOfTag = 12;

/** A tag by which a page notices that another account has signed in. Doesn't reveal the account. */
export function hashAccount(userId: string): string {
  return hash('sha256', `countersign account ${userId}`, 'base64url').slice(0, charactersOfTag);
}

/** The ID of this request's session; null if it is of another account, or can't be checked. */
export async function readSessionOf(userId: string): Promise<string | null> {
  const check = await readViewer();
  return check.signedIn && check.viewer.id === userId ? check.viewer.sessionId : null;
}
