import { startPasskeySignIn } from '@/lib/auth/sign-in/sign-in-with-passkey';
import { outageRetryInSeconds } from '@/lib/backend-unavailable';
import { environment } from '@/lib/env';
import { errors } from '@/lib/errors';
import { callable } from '@/lib/forms/action';
import { Nothing } from '@/lib/forms/auth-schemas';
import { refusal } from '@/lib/http/refuse-request';
import { cacheControl } from '@/lib/http/security-headers';

export const dynamic = 'force-dynamic';

const start = callable(Nothing, startPasskeySignIn);

/** Not an action: a tab sends actions one by one, and an action that sets a cookie renders the page during the ceremony. */
export async function POST(request: Request): Promise<Response> {
  // The server's own check covers forms only, so this checks the origin of other requests.
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
