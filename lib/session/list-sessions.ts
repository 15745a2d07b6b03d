import 'server-only';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
import type { ResultOf } from '../supabase/call-function.ts';
import { nameSignInMethod } from './sign-in-method.ts';

export type ListedSession = {
  id: string;
  /** Like "Chrome on Android"; null if unknown. */
  device: string | null;
  /** Approximate place of the sign-in, like "Lisbon, Portugal"; null if unknown. */
  location: string | null;
  signedInBy: string | null;
  firstSeenAt: string;
  lastSeenAt: string;
  isThisOne: boolean;
  /** It lacks its second factor. */
  isWaiting: boolean;
  /** Opened at Supabase Auth without this site. This site refuses it; Auth doesn't. */
  isFromElsewhere: boolean;
};

/** The account's live sessions: this one first, then by last use. */
export async function listSessions(acting: Acting): Promise<Result<{ sessions: ListedSession[] }>> {
  const listed = await callAsViewer(acting, 'list_sessions');
  return listed.ok ? { ok: true, sessions: describeSessions(listed.rows, acting) } : listed;
}

/** @param rows of `list_sessions` */
export function describeSessions(rows: ResultOf<'list_sessions'>, { sessionId }: Acting): ListedSession[] {
  const sessions = rows.map(({ method, isRecovered, ...row }) => ({
    ...row,
    signedInBy: method && nameSignInMethod(method) + (isRecovered ? ' and a recovery code' : ''),
    isThisOne: row.id === sessionId,
  }));
  return sessions.sort((one, other) => Number(other.isThisOne) - Number(one.isThisOne));
}
