import { isIssuerExpected } from '@/lib/auth/session/token-issuer';
import { environment } from '@/lib/env';
import { askDatabase } from '@/lib/supabase/ask-database';
import { fetchBackend } from '@/lib/supabase/fetch';

export const dynamic = 'force-dynamic';

/**
 * 200 when people can sign in here, else 503 with what that waits for: `schema` and `issuer` are
 * settings, and the log says which.
 */
export async function GET(): Promise<Response> {
  const [auth, database, issuer] = await Promise.all([answersAuth(), askDatabase(), isIssuerExpected()]);
  const waitsFor = [
    ...(auth ? [] : ['auth']),
    ...(database === 'answers' ? [] : [database]),
    ...(issuer ? [] : ['issuer']),
  ];
  const headers = { 'cache-control': 'no-store' };
  return waitsFor.length === 0
    ? Response.json({ status: 'ready' }, { headers })
    : Response.json(
        { status: 'waiting', for: waitsFor },
        { status: 503, headers: { ...headers, 'retry-after': '5' } },
      );
}

async function answersAuth(): Promise<boolean> {
  const { supabaseUrl, supabasePublishableKey } = environment();
  const answer = await fetchBackend(`${supabaseUrl}/auth/v1/health`, {
    headers: { apikey: supabasePublishableKey },
    cache: 'no-store',
  }).catch(() => null);
  return answer?.ok ?? false;
}
