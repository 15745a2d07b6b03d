import { z } from 'zod';
import { redirectByPage, redirectTo } from '@/app/connect/redirect';
import { describeRedirectUri } from '@/lib/apps/redirect-uri';
import { homePath } from '@/lib/http/safe-redirect';
import { problemPath } from '@/lib/oidc/problem';
import { readSignOutRequest } from '@/lib/oidc/sign-out-request';
import { sealWayBack, signedOutPath } from '@/lib/oidc/withheld-answer';
import { signOut } from '@/lib/session/sign-out';
import { readViewer } from '@/lib/session/viewer';

const Answer = z.object({ request: z.string(), answer: z.enum(['leave', 'stay']) });

/** Signs out here, or not, and returns to the app that asked: a reviewed app by a redirect, any other by a link. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const read = Answer.safeParse(Object.fromEntries(form ?? []));
  const check = await readViewer();
  if (!read.success) return redirectTo(problemPath('app.request_invalid'));
  const asked = check.signedIn ? readSignOutRequest(read.data.request, check.viewer.sessionId) : null;
  if (!asked) return redirectTo(problemPath('app.request_expired'));
  const { returnTo, isReviewed } = asked;
  const isLeaving = read.data.answer === 'leave';
  const { ended } = isLeaving ? await signOut('local') : { ended: true };
  if (!ended) return redirectTo('/sign-in?notice=session-not-ended');
  if (returnTo === null) return redirectTo(isLeaving ? signedOutPath() : homePath);
  if (isReviewed) return redirectByPage(returnTo, describeRedirectUri(returnTo));
  return redirectTo(signedOutPath(sealWayBack(returnTo)));
}

export function GET(): Response {
  return redirectTo(homePath);
}
