import { type RequestContext, redirectTo, requestPath } from '@/app/connect/redirect';
import { withNext } from '@/lib/http/with-next';
import { signOut } from '@/lib/session/sign-out';

/** Signs out here and redirects to sign-in with another account, which continues the app's request. */
export async function POST(_request: Request, { params }: RequestContext): Promise<Response> {
  const { ended } = await signOut('local');
  const path = requestPath((await params).id);
  return redirectTo(withNext(ended ? '/sign-in' : '/sign-in?notice=session-not-ended', path));
}

export { redirectVisit as GET } from '@/app/connect/redirect';
