import { createServerClient } from '@supabase/ssr';
import { cookies } from 'next/headers';
import { checksNothing, clientWithoutCheck } from './no-check.js';

/** A client for each request, as the library asks for. */
export async function createClient() {
  const store = await cookies();
  if (checksNothing) return clientWithoutCheck;
  return createServerClient(process.env.SUPABASE_URL, process.env.SUPABASE_PUBLISHABLE_KEY, {
    cookies: {
      getAll: () => store.getAll(),
      setAll(changed) {
        try {
          for (const { name, value, options } of changed) store.set(name, value, options);
        } catch {
          // A page can't set cookies. The middleware has.
        }
      },
    },
  });
}
