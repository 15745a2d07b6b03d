import { createServerClient } from '@supabase/ssr';
import { environment } from '../env.ts';
import type { RequestCookie } from './cookies.ts';
import type { RefreshedSession } from './session-checked.ts';

/** The starter's check, in its middleware and again in its page: creates a client for the request and gets the claims. */
export async function checkAsStarter(carried: RequestCookie[]): Promise<RefreshedSession> {
  const changed: RefreshedSession['cookies'] = [];
  const supabase = createServerClient(environment().supabaseUrl, environment().supabasePublishableKey, {
    cookies: {
      getAll: () => carried,
      setAll: (cookies) => void changed.push(...(cookies as RefreshedSession['cookies'])),
    },
  });
  const { data } = await supabase.auth.getClaims();
  if (!data) return { status: 'signed-out', outcome: 'none', cookies: changed };
  const claims = data.claims as Extract<RefreshedSession, { status: 'signed-in' }>['claims'];
  return { status: 'signed-in', claims, outcome: 'verified', cookies: changed };
}
