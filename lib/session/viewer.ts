import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { BackendUnavailable } from '../backend-unavailable.ts';
import { withNext } from '../flow/with-next.ts';
import { sessionUnavailableHeader } from '../http/request-headers.ts';
import { fail, type Result } from '../result.ts';
import { checkSession } from './session.ts';

/** The signed-in person as a page sees them. Every field comes from claims whose signature was checked. */
export type Viewer = {
  id: string;
  email: string;
  sessionId: string;
  aal: 'aal1' | 'aal2';
  /** When this session was begun by a link or code from a mail, in epoch seconds; null when it wasn't. */
  openedMailAt: number | null;
  sessionExpiresAt: number;
};

export function secondsUntilExpiry({ sessionExpiresAt }: Viewer): number {
  return Math.max(0, Math.floor(sessionExpiresAt - Date.now() / 1000));
}

type ViewerCheck =
  | { signedIn: true; viewer: Viewer }
  | { signedIn: false; reason: 'signed-out' | 'unavailable' };

/** Auth's names of signing in by an email. */
const mailMethods = ['otp', 'magiclink', 'recovery'];

/** Identifies the viewer by this request's own cookie, whether or not the middleware ran. Once a request. */
export const readViewer = cache(async (): Promise<ViewerCheck> => {
  const session = await checkSession((await cookies()).getAll());
  if (session.status === 'signed-in') {
    const { sub, email, session_id, aal, amr, exp } = session.claims;
    const openedMailAt = amr.find(({ method }) => mailMethods.includes(method))?.timestamp ?? null;
    const viewer = { id: sub, email, sessionId: session_id, aal, openedMailAt, sessionExpiresAt: exp };
    return { signedIn: true, viewer };
  }
  // The middleware knows more: it may have kept a session that it could not refresh.
  const kept = (await headers()).has(sessionUnavailableHeader);
  return { signedIn: false, reason: kept ? 'unavailable' : session.status };
});

/** The viewer, or a redirect to sign-in and back to `path`. Throws BackendUnavailable when the session can't be checked. */
export async function requireViewer(path: string): Promise<Viewer> {
  const check = await readViewer();
  if (check.signedIn) return check.viewer;
  if (check.reason === 'unavailable') throw new BackendUnavailable('The session could not be checked');
  redirect(withNext('/sign-in', path));
}

/** The viewer, for an action: a failure instead of a redirect, so that what was typed is kept. */
export async function actingViewer(): Promise<Result<{ viewer: Viewer }>> {
  const check = await readViewer();
  if (check.signedIn) return { ok: true, viewer: check.viewer };
  return fail(check.reason === 'unavailable' ? 'backend.unavailable' : 'auth.signed_out');
}
