import { environment } from '../../env.ts';
import { fetchBackend } from '../../supabase/fetch.ts';
import { tokenLevelHeader } from '../../supabase/token-level.ts';
import type { Claims } from './verify-access-token.ts';

/** What Auth calls the ways in, in the words of our table. A way that is not here is kept as Auth says it. */
const methodNames: Record<string, string> = { otp: 'code', magiclink: 'link', web3: 'wallet' };

/**
 * Notes that a session was refreshed, and asks whether it may go on: Auth may have kept one that our table says is ended,
 * or that never gave the second step of its account.
 * A bare call, because the middleware makes it, which has no use for a whole client.
 * @returns 'unknown' when the database did not answer: nothing is then known against the session. Never throws.
 */
export async function touchSession({
  sub,
  session_id,
  aal,
  amr,
}: Claims): Promise<'live' | 'ended' | 'unknown'> {
  const { supabaseUrl, supabaseSecretKey } = environment();
  const begunBy = amr.at(-1)?.method;
  try {
    const answer = await fetchBackend(`${supabaseUrl}/rest/v1/rpc/touch_session`, {
      method: 'POST',
      headers: {
        ...serverKeyHeaders(supabaseSecretKey),
        'content-type': 'application/json',
        [tokenLevelHeader]: aal,
      },
      body: JSON.stringify({
        p_user_id: sub,
        p_session_id: session_id,
        p_method: begunBy ? (methodNames[begunBy] ?? begunBy) : null,
      }),
      cache: 'no-store',
    });
    const isLive: unknown = answer.ok ? await answer.json() : null;
    if (typeof isLive === 'boolean') return isLive ? 'live' : 'ended';
    console.error(`Noting the refresh of a session failed: ${answer.status}`);
  } catch (error) {
    console.error(
      `Noting the refresh of a session failed: ${error instanceof Error ? error.name : 'unknown'}`,
    );
  }
  return 'unknown';
}

/** A key of the older kind is a token itself, and must be sent as one; a newer one must not. */
function serverKeyHeaders(key: string): Record<string, string> {
  return key.startsWith('eyJ') ? { apikey: key, authorization: `Bearer ${key}` } : { apikey: key };
}
