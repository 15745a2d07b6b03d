import { z } from 'zod';
import { describeRedirectUri } from '@/lib/apps/redirect-uri';
import { homePath } from '@/lib/flow/safe-redirect';
import { problemPath } from '@/lib/oidc/problem';
import { readSignOutRequest } from '@/lib/oidc/sign-out-request';
import { sealWayBack, signedOutPath } from '@/lib/oidc/withheld-answer';
import { signOut } from '@/lib/session/sign-out';
import { readViewer } from '@/lib/session/viewer';
import { goTo, leadOn } from '../../lead-on';

const Answer = z.object({ request: z.string(), answer: z.enum(['leave', 'stay']) });

/** Signs out here, or not, and returns to the app that asked: a reviewed app by a redirect, any other by a link. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const read = Answer.safeParse(Object.fromEntries(form ?? []));
  const check = await readViewer();
  if (!read.success) return goTo(problemPath('app.request_invalid'));
  const asked = check.signedIn ? readSignOutRequest(read.data.request, check.viewer.sessionId) : null;
  if (!asked) return goTo(problemPath('app.request_expired'));
  const { returnTo, isReviewed } = asked;
  const isLeaving = read.data.answer === 'leave';
  const { ended } = isLeaving ? await signOut('local') : { ended: true };
  if (!ended) return goTo('/sign-in?notice=session-not-ended');
  if (returnTo === null) return goTo(isLeaving ? signedOutPath() : homePath);
  if (isReviewed) return leadOn(returnTo, describeRedirectUri(returnTo));
  return goTo(signedOutPath(sealWayBack(returnTo)));
}

export function GET(): Response {
  return goTo(homePath);
}
