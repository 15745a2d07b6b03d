import { environment } from '@/lib/env';
import { fetchBackend } from '@/lib/supabase/fetch';

export const dynamic = 'force-dynamic';

/** 200 when sign-in can work, else 503 with what it waits for. */
export async function GET(): Promise<Response> {
  const { supabaseUrl, supabasePublishableKey } = environment();
  const answer = await fetchBackend(`${supabaseUrl}/auth/v1/health`, {
    headers: { apikey: supabasePublishableKey },
    cache: 'no-store',
  }).catch(() => null);
  const noStore = { 'cache-control': 'no-store' };
  return answer?.ok
    ? Response.json({ status: 'ready' }, { headers: noStore })
    : Response.json(
        { status: 'waiting', for: ['auth'] },
        { status: 503, headers: { ...noStore, 'retry-after': '5' } },
      );
}
