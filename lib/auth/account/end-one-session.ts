import 'server-only';
import { recordEvent } from '../../activity/record-event.ts';
import { fail, type Result } from '../../result.ts';
import { endSession } from '../session/end-session.ts';
import { listSessions } from '../session/list-sessions.ts';
import { actingViewer } from '../session/viewer.ts';

/** Ends another session of the viewer's account. Refuses as `endSession` does; the database asks for step-up. */
export async function endOneSession(sessionId: string): Promise<Result> {
  const acting = await actingViewer();
  if (!acting.ok) return acting;
  const { viewer } = acting;
  const listed = await listSessions(viewer);
  if (!listed.ok) return listed;
  const session = listed.sessions.find(({ id }) => id === sessionId);
  // Signing out is a form of its own, which clears the cookies as well.
  if (!session || session.isThisOne) return fail('session.unknown');
  const ended = await endSession(viewer, sessionId);
  if (!ended.ok) return ended;
  const { device } = session;
  await recordEvent(viewer.id, { kind: 'session_ended', details: device ? { ended_device: device } : {} });
  return ended;
}
