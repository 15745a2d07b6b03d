import { withNext } from '@/lib/flow/with-next';
import { signOut } from '@/lib/session/sign-out';
import { goTo, type RequestContext, requestPath } from '../../lead-on';

/** Signs out here and redirects to sign-in with another account, which continues the app's request. */
export async function POST(_request: Request, { params }: RequestContext): Promise<Response> {
  const { ended } = await signOut('local');
  const path = requestPath((await params).id);
  return goTo(withNext(ended ? '/sign-in' : '/sign-in?notice=session-not-ended', path));
}

export { visitRequest as GET } from '../../lead-on';
