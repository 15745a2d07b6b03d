import 'server-only';
import type { Session } from '@supabase/supabase-js';
import { askAuth } from '../supabase/ask-auth.ts';

/** Ends a session that Auth handed out and that signs nobody in here. A failure is logged: nobody has its tokens. */
export async function declineSession({ access_token }: Session): Promise<void> {
  const ended = await askAuth({ method: 'POST', path: '/logout?scope=local', accessToken: access_token });
  if (!ended.ok) console.error(`A session that nobody uses could not be ended: ${ended.code}`);
}
