import { checkSession } from '@/lib/session/session';

/** The session check of the middleware and one more, and next to no page. */
export async function GET(request) {
  return Response.json(await checkSession(request.cookies.getAll()));
}
