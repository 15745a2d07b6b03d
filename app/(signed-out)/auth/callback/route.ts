import { NextResponse } from 'next/server';
import { finishOAuth } from '@/lib/auth/sign-in/sign-in-with-provider';
import { environment } from '@/lib/env';
import type { ErrorCode } from '@/lib/errors';
import { SessionTooLarge } from '@/lib/session/cookies';

/** Supabase Auth redirects here after a provider's sign-in. Its own error texts are never shown. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const read = (name: string) => searchParams.get(name) ?? undefined;
  try {
    const finished = await finishOAuth({
      code: read('code'),
      error: read('error'),
      error_code: read('error_code'),
      error_description: read('error_description'),
    });
    return finished.ok
      ? redirectTo(finished.redirectTo)
      : redirectWithProblem(finished.backTo, finished.code);
  } catch (error) {
    if (error instanceof SessionTooLarge) return redirectWithProblem('/sign-in', 'auth.session_too_large');
    throw error;
  }
}

function redirectWithProblem(path: string, code: ErrorCode): Response {
  return redirectTo(`${path}${path.includes('?') ? '&' : '?'}problem=${code}`);
}

function redirectTo(path: string): Response {
  return NextResponse.redirect(new URL(path, environment().siteUrl), 303);
}
