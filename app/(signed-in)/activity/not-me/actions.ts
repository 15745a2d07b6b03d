'use server';

import { z } from 'zod';
import { notMePathOf, readEventId } from '@/lib/activity/activity';
import { endOneSession, endOtherSessionsOfViewer } from '@/lib/auth/account/end-sessions';
import { action } from '@/lib/forms/action';

const Sessions = z.object({ entry: z.string().optional(), sessionId: z.uuid().optional() });

/** Ends one session, or every other, and returns to the entry of the activity. */
export const endOtherSessionsAction = action(Sessions, async ({ entry, sessionId }) => {
  const ended = await (sessionId ? endOneSession(sessionId) : endOtherSessionsOfViewer());
  const redirectTo = notMePathOf(readEventId(entry), sessionId ? 'session' : '1');
  return ended.ok ? { ok: true, redirectTo } : ended;
});
