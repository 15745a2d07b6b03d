import { checkSession } from '@/lib/session/session';

/** Two session checks, the middleware's and this one, and almost no page. */
export async function GET(request) {
  return Response.json(await checkSession(request.cookies.getAll()));
}
