import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import type { ArgumentsOf } from '../supabase/call-function.ts';
import { fetchBackend } from '../supabase/fetch-backend.ts';
import { schemaHeaders } from '../supabase/schema.ts';
import { tokenLevelHeader } from '../supabase/token-level.ts';
import type { Claims } from './verify-access-token.ts';

/**
 * Records a refresh, and whether the session may continue, since Auth may keep a session that the session table has ended, or that lacks
 * its second factor. Without supabase-js, to keep the middleware small. @returns 'unknown' in an outage. Never throws.
 */
export async function touchSession({ sub, session_id, aal }: Claims): Promise<'live' | 'ended' | 'unknown'> {
  const { supabaseUrl, supabaseSecretKey } = environment();
  try {
    const answer = await fetchBackend(`${supabaseUrl}/rest/v1/rpc/touch_session`, {
      method: 'POST',
      headers: {
        ...serverKeyHeaders(supabaseSecretKey),
        ...schemaHeaders,
        'content-type': 'application/json',
        [tokenLevelHeader]: aal,
      },
      body: JSON.stringify({
        p_user_id: sub,
        p_session_id: session_id,
      } satisfies ArgumentsOf<'touch_session'>),
      cache: 'no-store',
    });
    const isLive: unknown = answer.ok ? await answer.json() : null;
    if (typeof isLive === 'boolean') return isLive ? 'live' : 'ended';
    logError('session.not_noted', `Noting the refresh of a session failed: ${answer.status}`);
  } catch (error) {
    logError(
      'session.not_noted',
      `Noting the refresh of a session failed: ${error instanceof Error ? error.name : 'unknown'}`,
    );
  }
  return 'unknown';
}

/** A legacy key is a JWT and must be sent as a bearer token too; a newer key must not. */
function serverKeyHeaders(key: string): Record<string, string> {
  return key.startsWith('eyJ') ? { apikey: key, authorization: `Bearer ${key}` } : { apikey: key };
}
