import { isIssuerExpected } from '@/lib/auth/session/token-issuer';
import { callFunction } from '@/lib/supabase/call-function';
import { fetchAuth } from '@/lib/supabase/fetch-auth';

export const dynamic = 'force-dynamic';

/**
 * 200 when people can sign in here, else 503 with what that waits for: `issuer` is a setting, and the log says which.
 */
export async function GET(): Promise<Response> {
  const [auth, database, issuer] = await Promise.all([answersAuth(), answersDatabase(), isIssuerExpected()]);
  const waitsFor = [
    ...(auth ? [] : ['auth']),
    ...(database ? [] : ['database']),
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

/** Asks for a link that can't exist: that needs the secret key and the schema, and finds nothing. */
async function answersDatabase(): Promise<boolean> {
  try {
    return (await callFunction('account_of_mail_link', { p_token_hash: 'none' })).ok;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}
