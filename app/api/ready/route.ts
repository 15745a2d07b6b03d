import { isIssuerExpected } from '@/lib/auth/session/token-issuer';
import { askDatabase } from '@/lib/supabase/ask-database';
import { fetchAuth } from '@/lib/supabase/fetch-auth';

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
  const answer = await fetchAuth('/health').catch(() => null);
  return answer?.ok ?? false;
}
