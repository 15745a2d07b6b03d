import 'server-only';
import { recordActivity } from '../../activity/activity.ts';
import { logError } from '../../log/log.ts';
import { fail, type Result } from '../../result.ts';
import { listSessions } from '../../session/list-sessions.ts';
import { createSupabase } from '../../session/request-session.ts';
import { endOtherSessions, endSession } from '../../session/sign-out.ts';
import { actingViewer } from '../../session/viewer.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';

/** Ends another session of the viewer's account. Refuses as `endSession` does; the database requires step-up. */
export async function endOneSession(sessionId: string): Promise<Result> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const listed = await listSessions(viewer);
  if (!listed.ok) return listed;
  const session = listed.sessions.find(({ id }) => id === sessionId);
  // Signing out ends this session, and also clears its cookies.
  if (!session || session.isThisOne) return fail('session.unknown');
  const ended = await endSession(viewer, sessionId);
  if (!ended.ok) return ended;
  const { device } = session;
  await recordActivity(viewer.id, { kind: 'session_ended', details: device ? { ended_device: device } : {} });
  return ended;
}

export async function endOtherSessionsOfViewer(): Promise<Result> {
  const present = await requireRecentAuth();
  if (!present.ok) return present;
  const ended = await endOtherSessions(present.viewer, 'ended_elsewhere');
  if (!ended.ok) return ended;
  // This site refuses them already. If the database may not delete Auth's sessions, only Auth can end their access to its API.
  const supabase = await createSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'others' });
  if (error)
    logError('session.not_ended', `Auth did not end the other sessions: ${error.code ?? error.name}`);
  await recordActivity(present.viewer.id, { kind: 'sessions_ended' });
  return ended;
}
