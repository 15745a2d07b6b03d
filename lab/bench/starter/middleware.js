import { createServerClient } from '@supabase/ssr';
import { NextResponse } from 'next/server';

/** Refreshes the session with the library, and redirects signed-out visitors to sign-in. */
export async function middleware(request) {
  let response = NextResponse.next({ request });
  const supabase = createServerClient(process.env.SUPABASE_URL, process.env.SUPABASE_PUBLISHABLE_KEY, {
    cookies: {
      getAll: () => request.cookies.getAll(),
      setAll(changed, headers) {
        for (const { name, value } of changed) request.cookies.set(name, value);
        response = NextResponse.next({ request });
        for (const { name, value, options } of changed) response.cookies.set(name, value, options);
        for (const [name, value] of Object.entries(headers ?? {})) response.headers.set(name, value);
      },
    },
  });
  const { data } = await supabase.auth.getClaims();
  const { pathname } = request.nextUrl;
  if (data?.claims || pathname === '/' || pathname.startsWith('/auth')) return response;
  return NextResponse.redirect(new URL('/auth/login', request.url));
}

export const config = {
  runtime: 'nodejs',
  matcher: ['/((?!_next/static|_next/image|favicon.ico).*)'],
};
