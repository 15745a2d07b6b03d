import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { logError } from '../log/log.ts';
import { endInAuth } from './sign-out.ts';

/** Ends a session that Auth opened and no client has. A failure is only logged, since its tokens are lost. */
export async function revokeSession({ access_token }: Session): Promise<void> {
  if (!(await endInAuth(access_token, 'local'))) {
    logError('session.not_ended', 'A session that nobody uses could not be ended.');
  }
}
