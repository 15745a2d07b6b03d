import { environment } from '../env.ts';
import { logError } from '../log/log.ts';
import type { ArgumentsOf } from '../supabase/call-function.ts';
import { fetchBackend } from '../supabase/fetch.ts';
import { schemaHeaders } from '../supabase/schema.ts';
import { tokenLevelHeader } from '../supabase/token-level.ts';
import type { Claims } from './verify-access-token.ts';

/**
 * Notes a refresh and asks whether the session may continue, since Auth may have kept one that our table has ended, or
 * that owes its second factor. A bare call, because the middleware has no use for a whole client.
 * @returns 'unknown' if the database did not answer, which says nothing against the session. Never throws.
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

/** A key of the older kind is a token itself, and must be sent as one; a newer one must not. */
function serverKeyHeaders(key: string): Record<string, string> {
  return key.startsWith('eyJ') ? { apikey: key, authorization: `Bearer ${key}` } : { apikey: key };
}
