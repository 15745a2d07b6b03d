import { startPasskeySignIn } from '@/lib/auth/sign-in/sign-in-with-passkey';
import { outageRetryInSeconds } from '@/lib/backend-unavailable';
import { environment } from '@/lib/env';
import { errors } from '@/lib/errors';
import { Nothing } from '@/lib/flow/schemas';
import { callable } from '@/lib/forms/action';
import { refusal } from '@/lib/http/check-csrf';
import { cacheControl } from '@/lib/http/security-headers';

export const dynamic = 'force-dynamic';

const start = callable(Nothing, startPasskeySignIn);

/**
 * A challenge to sign in with by a passkey, for a page of this site: what the action of a form would answer. No action, because a
 * tab sends its actions one after the other, so that a slow Auth would hold up whatever someone presses next; and because
 * a cookie that an action sets draws the page again, under the ceremony that has just begun.
 */
export async function POST(request: Request): Promise<Response> {
  // A request that isn't a form's passes the server's own check, so its origin is checked here.
  if (request.headers.get('origin') !== environment().siteUrl) return refusal('request.cross_site');
  const answer = await start({});
  const status = answer.ok ? 200 : errors[answer.problem.code].status;
  const headers = {
    'cache-control': cacheControl,
    vary: 'cookie',
    ...(status === 503 && { 'retry-after': String(outageRetryInSeconds) }),
  };
  return Response.json(answer, { status, headers });
}
