import { withNext } from '@/lib/flow/with-next';
import { signOut } from '@/lib/session/sign-out';
import { goTo, requestPath } from '../../lead-on';

type Context = { params: Promise<{ id: string }> };

/** Signs out here, and leads to signing in with another account, which goes on with the same request of the app. */
export async function POST(_request: Request, { params }: Context): Promise<Response> {
  const { ended } = await signOut('local');
  const path = requestPath((await params).id);
  return goTo(withNext(ended ? '/sign-in' : '/sign-in?notice=session-not-ended', path));
}

/** A visit signs nobody out. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return goTo(requestPath((await params).id));
}
