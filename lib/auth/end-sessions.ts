import 'server-only';
import type { Failure } from '../result.ts';
import { actingOnSecurity } from './acting-on-security.ts';
import { endOtherSessions, endSession } from './session-record.ts';

/** Ends one session of the viewer's account. Refuses as `endSession` does. */
export async function endOneSession(sessionId: string): Promise<{ ok: true } | Failure> {
  const acting = await actingOnSecurity();
  return acting.ok ? endSession(acting.viewer, sessionId) : acting;
}

/** Ends every session of the viewer's account but this one. */
export async function endAllOtherSessions(): Promise<{ ok: true } | Failure> {
  const acting = await actingOnSecurity();
  return acting.ok ? endOtherSessions(acting.viewer, 'ended_elsewhere') : acting;
}
