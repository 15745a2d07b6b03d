import 'server-only';
import { recordEvent } from '../../activity/record-event.ts';
import { logError } from '../../log/log.ts';
import type { Result } from '../../result.ts';
import { createSupabase } from '../../supabase/server.ts';
import { endOtherSessions } from '../session/end-session.ts';
import { requireRecentAuth } from '../step-up/require-recent-auth.ts';

/**
 * Ends every session of the viewer's account but this one, for somebody who has confirmed that it is them.
 * @returns `auth.recent_auth_required`, or what `requireRecentAuth` and `endOtherSessions` refuse with.
 */
export async function endOtherSessionsOfViewer(): Promise<Result> {
  const present = await requireRecentAuth();
  if (!present.ok) return present;
  const ended = await endOtherSessions(present.viewer, 'ended_elsewhere');
  if (!ended.ok) return ended;
  // Our table keeps them out in any case; where it may not delete Auth's sessions, only Auth can end what they read there.
  const supabase = await createSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'others' });
  if (error)
    logError('session.not_ended', `Auth did not end the other sessions: ${error.code ?? error.name}`);
  await recordEvent(present.viewer.id, { kind: 'sessions_ended' });
  return ended;
}
