import { type RequestContext, redirectTo, redirectToProblem, requestPath } from '@/app/connect/redirect';
import { finishLogin, isSpeculative } from '@/lib/oidc/interaction';
import { readViewer } from '@/lib/session/viewer';

/**
 * Continues an app's request after the user has signed in. It consumes the request's current step, so it answers only documents that the
 * browser opens: no prefetch, no HEAD, and not Next.js's own fetch after an action.
 */
export async function GET(request: Request, { params }: RequestContext): Promise<Response> {
  const { id } = await params;
  const path = requestPath(id);
  const check = await readViewer();
  if (!check.signedIn || isSpeculative(request) || request.method === 'HEAD') return redirectTo(path);
  try {
    return redirectTo(await finishLogin(id, check.viewer));
  } catch (error) {
    return redirectToProblem(error, path);
  }
}
