import { finishLogin } from '@/lib/oidc/interaction';
import { isSpeculative } from '@/lib/oidc/is-speculative';
import { readViewer } from '@/lib/session/viewer';
import { goTo, goToProblem, type RequestContext, requestPath } from '../../lead-on';

/**
 * Goes on with an app's request for anyone who has signed in since it began. It uses the request's step up, so it answers a
 * document that the browser opens and nothing that is fetched: not a prefetch or HEAD, nor the server's own look ahead after an action.
 */
export async function GET(request: Request, { params }: RequestContext): Promise<Response> {
  const { id } = await params;
  const path = requestPath(id);
  const check = await readViewer();
  if (!check.signedIn || isSpeculative(request) || request.method === 'HEAD') return goTo(path);
  try {
    return goTo(await finishLogin(id, check.viewer));
  } catch (error) {
    return goToProblem(error, path);
  }
}
