import 'server-only';
import { z } from 'zod';
import { describeSessions } from '../../session/list-sessions.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import type { ResultOf } from '../../supabase/call-function.ts';
import { Passkey } from '../passkey/read-passkeys.ts';
import { UnannouncedMethod } from './known-methods.ts';
import { RecoveryCodes } from './recovery-codes.ts';
import { SignInMethods, withOfferedPasskeys } from './sign-in-methods.ts';

const Security = z.object({
  sessions: z.custom<ResultOf<'list_sessions'>>(),
  passkeys: z.array(Passkey),
  signInMethods: SignInMethods,
  codes: RecoveryCodes,
  found: z.array(UnannouncedMethod),
});

/** All that the database knows about how the account is protected, in one call. Refuses like every read of a session. */
export async function readSecurity(viewer: Viewer) {
  const described = await callAsViewer(viewer, 'describe_security');
  if (!described.ok) return described;
  const read = Security.parse(described.rows);
  const sessions = describeSessions(read.sessions, viewer);
  const signInMethods = await withOfferedPasskeys(read.signInMethods);
  return { ok: true as const, security: { ...read, sessions, signInMethods } };
}
