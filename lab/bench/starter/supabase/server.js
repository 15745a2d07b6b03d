import { createServerClient } from '@supabase/ssr';
import { cookies } from 'next/headers';

/** Creates a client for each request, as the library requires. */
export async function createClient() {
  const store = await cookies();
  return createServerClient(process.env.SUPABASE_URL, process.env.SUPABASE_PUBLISHABLE_KEY, {
    cookies: {
      getAll: () => store.getAll(),
      setAll(changed) {
        try {
          for (const { name, value, options } of changed) store.set(name, value, options);
        } catch {
          // Pages can't set cookies. The middleware did.
        }
      },
    },
  });
}
