import 'server-only';
import type { Result } from '../result.ts';
import { type Acting, callAsViewer } from '../supabase/call-as-viewer.ts';
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

type Row = Omit<ListedSession, 'signedInBy' | 'isThisOne'> & { method: string | null; isRecovered: boolean };

/** `list_sessions` returns no more. */
export const mostListedSessions = 100;

/** The account's live sessions: this one first, then by last use. */
export async function listSessions(acting: Acting): Promise<Result<{ sessions: ListedSession[] }>> {
  const listed = await callAsViewer(acting, 'list_sessions');
  if (!listed.ok) return listed;
  const rows: Row[] = listed.rows;
  const sessions = rows.map(({ method, isRecovered, ...row }) => ({
    ...row,
    signedInBy: method && nameSignInMethod(method) + (isRecovered ? ' and a recovery code' : ''),
    isThisOne: row.id === acting.sessionId,
  }));
  return {
    ok: true,
    sessions: sessions.sort((one, other) => Number(other.isThisOne) - Number(one.isThisOne)),
  };
}
